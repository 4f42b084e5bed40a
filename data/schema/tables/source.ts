import { z } from 'zod'
import '../meta.ts'

const rows = (description: string) =>
  z.int32().min(0).meta({ tier: 'free', unit: 'rows', description })

/** One source file of a snapshot, and what became of its rows: read = used + merged + rejected. */
export const source = z.strictObject({
  source: z.string().min(1).meta({
    tier: 'free',
    description: 'Name of the source, as in the provenance; several files of one name are editions',
    example: 'usda-farmers-market-directory',
  }),
  kind: z.string().min(1).meta({
    tier: 'free',
    description: 'Kind of source',
    example: 'usda-farmers-market-directory',
  }),
  file: z
    .string()
    .min(1)
    .meta({ tier: 'free', description: 'File name', example: '2020-01-31.csv.gz' }),
  publisher: z.string().min(1).meta({ tier: 'free', description: 'Who publishes it' }),
  licence: z.string().min(1).meta({ tier: 'free', description: 'Licence of the data' }),
  attribution: z.string().min(1).meta({ tier: 'free', description: 'How to name the source' }),
  retrieved_at: z.iso
    .datetime()
    .nullable()
    .meta({ tier: 'free', description: 'When it was downloaded; null = unknown' }),
  sha256: z
    .string()
    .length(64)
    .meta({ tier: 'free', description: 'SHA-256 of the file as read, in hexadecimal' }),
  read: rows('Rows in the file'),
  used: rows('Rows that are a farm of the snapshot'),
  merged: rows('Rows that were joined to the farm of another row'),
  rejected: rows('Rows that were refused, each with a reason in the build report'),
})
export type Source = z.infer<typeof source>
