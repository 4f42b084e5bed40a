import { readFileSync } from 'node:fs'

/** Reads the cells of a file of tab-separated values, line by line. */
export const readTsv = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
