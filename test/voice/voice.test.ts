import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { tables, dictionaryColumns } from '../../data/schema/tables/tables.ts'
import { openApiDocument } from '../../server/app/all_routes.ts'
import { comments, commentsOf } from './comments.ts'
import { documents, documentTexts, markdownTexts, sentencesOf, wordsOf } from './prose.ts'
import { beginsWell, broken } from './rules.ts'
import { sourceTexts, textsOf, type SourceText } from './source_texts.ts'

/** The golden file of strings: written anew with RECORD=1, so that a change of wording is a diff. */
const golden = new URL('source_texts.txt', import.meta.url)

const longest = 25

const program = sourceTexts()
const written = documents().flatMap((file) =>
  documentTexts(file).map((text) => ({ file, line: 0, text })),
)

/** Texts by reader, with the share of sentences that may be long, in percent. */
const voices = {
  documents: { texts: written, mostLong: 8 },
  program: { texts: program, mostLong: 8 },
  comments: { texts: comments(), mostLong: 2 },
}

const faultsOf = (texts: readonly SourceText[]): string[] =>
  texts.flatMap(({ file, line, text }) =>
    broken(text).map(({ name, instead }) => `${file}:${line} ${name} → ${instead}: ${text}`),
  )

describe('the voice', () => {
  for (const [name, { texts }] of Object.entries(voices))
    it(`of the ${name} keeps the rules`, () => assert.deepEqual(faultsOf(texts), []))

  for (const [name, { texts, mostLong }] of Object.entries(voices))
    it(`of the ${name} has at most ${mostLong} % of sentences over 25 words`, () => {
      const sentences = texts.flatMap(({ text }) => sentencesOf(text))
      const long = sentences.filter((sentence) => wordsOf(sentence) > longest)
      assert.ok(sentences.length > 1000)
      assert.ok(
        long.length <= (mostLong / 100) * sentences.length,
        `${long.length} of ${sentences.length} sentences are long:\n${long.join('\n')}`,
      )
    })

  it('of descriptions begins with a noun, or with the verb of an operation', () => {
    const columns = tables.flatMap((table) =>
      dictionaryColumns(table).map(({ description }) => description),
    )
    const described = new Set([...columns, ...descriptionsIn(openApiDocument())])
    assert.ok(described.size > 500)
    assert.deepEqual(
      [...described].filter((text) => !beginsWell(text)),
      [],
    )
  })

  it('of the program changes only where its golden file does', () => {
    const texts =
      [...new Set(program.map(({ file, text }) => `${file}: ${text}`))].join('\n') + '\n'
    if (process.env['RECORD']) writeFileSync(golden, texts)
    assert.equal(
      texts,
      readFileSync(golden, 'utf8'),
      'run it with RECORD=1, and read the difference',
    )
  })
})

describe('broken(text)', () => {
  const planted: Record<string, string> = {
    'headless clause': 'What is there is not sent again.',
    'of it, of them': 'The secret of it is shown once.',
    'is a status': 'A name that several places share is a 400.',
    'as … says': 'Farms are nearest first, or as sort says.',
    'a thing that speaks': 'The answer says which place was found.',
    dialect: 'A snapshot is taken up within a second.',
    'people as subjects': 'Whoever owns the key revokes it.',
    glossary: 'Each kind of source has an adapter.',
    'British spelling': 'Farms near the centre come first.',
  }
  for (const [name, sentence] of Object.entries(planted))
    it(`finds: ${sentence}`, () =>
      assert.deepEqual(
        broken(sentence).map((rule) => rule.name),
        [name],
      ))

  it('finds nothing in plain sentences, in code and in quotations', () => {
    for (const sentence of [
      'The server loads a new snapshot within a second.',
      'An ambiguous name returns 400 and lists the candidates.',
      'Set `centre`, or “what is there”.',
      'What changed since yesterday?',
    ])
      assert.deepEqual(broken(sentence), [])
  })
})

describe('beginsWell(description)', () => {
  it('finds descriptions without a noun at their start', () => {
    assert.ok(!beginsWell('Whether it is in stock'))
    assert.ok(beginsWell('In-stock flag; null if unknown'))
  })
})

describe('sentencesOf(text), wordsOf(sentence)', () => {
  it('parts sentences, and counts code as a word', () => {
    const text = 'Set `A=1 B=2` first. Then run it: `npm start` (see there).'
    assert.deepEqual(sentencesOf(text).map(wordsOf), [3, 6])
  })

  it('finds a long sentence', () => {
    const long = `${'word '.repeat(longest)}more.`
    assert.deepEqual(sentencesOf(`${long} Short one.`).map(wordsOf), [longest + 1, 2])
  })
})

describe('textsOf(file, source)', () => {
  it('finds errors, templates, chains and text of pages, and no SQL', () => {
    const source = `
      throw new Error('no such farm: ' + id + ' is gone, ' + \`try \${other} instead\`)
      const page = html\`<p class="x">Read <code>id</code> first.</p><a title="Go back">All farms</a>\`
      const query = sql\`select name from farms\`
      import 'not a text of users'
      type Kind = 'one of these'
    `
    assert.deepEqual(
      textsOf('x.ts', source).map(({ line, text }) => [line, text]),
      [
        [2, 'no such farm: {} is gone, try {} instead'],
        [3, 'Read `id` first.'],
        [3, 'All farms'],
        [3, 'Go back'],
      ],
    )
  })
})

describe('commentsOf(file, source)', () => {
  it('finds planted faults in comments of each form, and no strings, templates and patterns', () => {
    const source = `
      /** Returns the farm. */
      const a = '/* whoever */' // The secret of it.
      /**
       * Farms near the centre.
       *
       * - A source says so.
       */
      const b = \`// nobody \${/* People ask. */ a}\` + /\\/\\/ whoever/.source
      // A snapshot is
      // taken up.
    `
    assert.deepEqual(
      faultsOf(commentsOf('x.ts', source)).map((fault) => fault.replace(/ → .*: /, ': ')),
      [
        'x.ts:3 of it, of them: The secret of it.',
        'x.ts:4 British spelling: Farms near the centre.',
        'x.ts:4 a thing that speaks: A source says so.',
        'x.ts:9 people as subjects: People ask.',
        'x.ts:10 dialect: A snapshot is taken up.',
      ],
    )
  })

  it('finds comments of style sheets and statements', () => {
    const text = { file: 'x.css', line: 1, text: 'Whoever' }
    assert.deepEqual(commentsOf('x.css', '/* Whoever */ a {}'), [text])
    assert.deepEqual(commentsOf('x.sql', '-- Whoever\nselect 1'), [{ ...text, file: 'x.sql' }])
  })
})

describe('markdownTexts(markdown)', () => {
  it('has headings, paragraphs, entries and cells without markup, and no code', () => {
    const markdown =
      '# A *title*\n\nText with [a link](x).\n\n- one `x`\n\n```sh\ncode here\n```\n\n| a b |\n| --- |\n| c d |\n'
    assert.deepEqual(markdownTexts(markdown), [
      'A title',
      'Text with a link.',
      'one `x`',
      'a b',
      'c d',
    ])
  })
})

/** Every summary and description in a document. */
function descriptionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(descriptionsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    (name === 'description' || name === 'summary') && typeof inner === 'string'
      ? [inner]
      : descriptionsIn(inner),
  )
}
