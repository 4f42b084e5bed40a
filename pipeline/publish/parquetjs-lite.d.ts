declare module 'parquetjs-lite' {
  type Field = {
    type: 'UTF8' | 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP_MICROS' | 'DATE'
    optional: boolean
    statistics: false
  }
  export class ParquetSchema {
    constructor(fields: Record<string, Field>)
  }
  export class ParquetWriter {
    static openFile(
      schema: ParquetSchema,
      path: string,
      options: { useDataPageV2: false },
    ): Promise<ParquetWriter>
    appendRow(row: Record<string, unknown>): Promise<void>
    close(): Promise<void>
  }
  export class ParquetReader {
    static openFile(path: string): Promise<ParquetReader>
    /** The next row on each call, without the columns that are null; null after the last. */
    getCursor(): { next(): Promise<Record<string, unknown> | null> }
    close(): Promise<void>
  }
}
