import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase } from '../../../pipeline/database/database.ts'

describe('openDatabase(path, space)', () => {
  it('lets DuckDB use so much memory', async () => {
    using database = await openDatabase(':memory:', { memory_mb: 1024 })
    const [set] = await database.rows(`select current_setting('memory_limit') as memory`)
    assert.deepEqual(set, { memory: '976.5 MiB' })
  })
})
