import { z } from 'zod'

/** A source row that the build refused, kept whole in the build's report folder; never published. */
export const reject = z.strictObject({
  source: z.string().meta({ description: 'Kind of source' }),
  file: z.string().meta({ description: 'File name' }),
  line: z.int32().min(1).meta({ description: 'Line in the file, from 1' }),
  reason: z.string().meta({ description: 'Why it was refused' }),
  raw: z.string().meta({
    description: 'The row as JSON text, or the line itself where it is not JSON or CSV',
  }),
})
export type Reject = z.infer<typeof reject>
