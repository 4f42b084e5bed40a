import { z } from 'zod'

/** A rejected source row, kept whole in the build's report folder; never published. */
export const reject = z.strictObject({
  source: z.string().meta({ description: 'Source type' }),
  file: z.string().meta({ description: 'File name' }),
  line: z.int32().min(1).meta({ description: 'Line in the file, from 1' }),
  reason: z.string().meta({ description: 'Reason for the rejection' }),
  raw: z.string().meta({
    description: 'Row as JSON text, or the line itself if it is neither JSON nor CSV',
  }),
})
export type Reject = z.infer<typeof reject>
