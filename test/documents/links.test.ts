import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'

const project = join(import.meta.dirname, '../..')
const exclude = ['node_modules/**', 'build/*/**', 'test/fixtures/**']
const paths = globSync('**/*.md', { cwd: project, exclude }).toSorted()
const textOf = (path: string) => readFileSync(join(project, path), 'utf8')
const withoutFences = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '')

/** The anchors of a document's headings, as hosts of repositories name them. */
const anchorsOf = (path: string) =>
  [...withoutFences(textOf(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('the links of the documents', () => {
  for (const path of paths)
    it(`${path}: lead to files and headings that are there`, () => {
      const links = [...withoutFences(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(
        ([, link]) => link!,
      )
      for (const link of links.filter((each) => !/^(https?|mailto):/.test(each))) {
        const [file, anchor] = link.split('#') as [string, string?]
        const target = file === '' ? path : join(dirname(path), file)
        assert.ok(existsSync(join(project, target)), `${link}: no such file`)
        if (anchor) assert.ok(anchorsOf(target).includes(anchor), `${link}: no such heading`)
      }
    })
})

describe('test/bench/measured.json', () => {
  type Figure = { text: string; documents: string[]; command: string; date: string }
  const figures = JSON.parse(textOf('test/bench/measured.json')) as Figure[]
  it('has figures that stand in the documents that it names', () => {
    assert.ok(figures.length > 10)
    for (const { text, documents } of figures)
      for (const path of documents)
        assert.ok(textOf(path).replaceAll(/\s+/g, ' ').includes(text), `${path} has no: ${text}`)
  })
})
