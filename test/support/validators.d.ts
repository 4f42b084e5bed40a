declare module 'datapackage' {
  export const Package: {
    load(
      descriptor: object,
      options: { basePath: string },
    ): Promise<{
      valid: boolean
      errors: Error[]
      resources: { valid: boolean }[]
      getResource(name: string): {
        headers: string[]
        schema: { fieldNames: string[] }
        read(options: { keyed: true }): Promise<Record<string, unknown>[]>
      }
    }>
  }
}

declare module 'jsonld' {
  const jsonld: {
    expand(
      document: object,
      options: { base: string; safe: true; documentLoader: (url: string) => never },
    ): Promise<Record<string, unknown>[]>
  }
  export default jsonld
}
