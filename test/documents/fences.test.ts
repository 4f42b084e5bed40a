import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerTo, fencesOf, sameShape } from './fences.ts'

const document = `# Title

\`\`\`sh
curl http://127.0.0.1:8080/v1/stats
\`\`\`

\`\`\`json
{ "data": 1 }
\`\`\`

## Queries

\`\`\`sql
select 1;
\`\`\`

<!-- real: state = 'all' -->

\`\`\`csv
1
\`\`\`

\`\`\`\`
\`\`\`sh
no command
\`\`\`
\`\`\`\`
`

describe('fencesOf(markdown)', () => {
  const fences = fencesOf(document)

  it('finds each fence with its language, line, section and mark', () => {
    assert.deepEqual(
      fences.map(({ language, line, section, mark }) => [language, line, section, mark]),
      [
        ['sh', 3, null, null],
        ['json', 7, null, null],
        ['sql', 13, 'Queries', null],
        ['csv', 19, 'Queries', "real: state = 'all'"],
        ['', 23, 'Queries', null],
      ],
    )
    assert.equal(fences.at(-1)!.text, '```sh\nno command\n```\n')
  })

  it('takes what follows a request or a query for its answer, unless it is marked', () => {
    const [request, json, query, marked] = fences
    assert.equal(answerTo(request!, json), json)
    assert.equal(answerTo(query!, marked), null)
    assert.equal(answerTo(query!, { ...marked!, mark: null })?.language, 'csv')
    assert.equal(answerTo(json!, query), null)
  })
})

describe('sameShape(one, other)', () => {
  const farm = { id: 'a', lat: 1, products: ['eggs'], hours: null }

  it('is for the same keys and types, whatever the values', () => {
    assert.ok(sameShape(farm, { id: 'b', lat: 2, products: [], hours: { sat: '9-1' } }))
  })

  for (const [what, other] of Object.entries({
    'a key is missing': { id: 'a', lat: 1, products: [] },
    'a key has another name': { id: 'a', lat: 1, products: [], opening: null },
    'a value has another type': { ...farm, lat: '1' },
    'the first entry of a list has another type': { ...farm, products: [{}] },
    'a list is an object': { ...farm, products: {} },
  }))
    it(`is not where ${what}`, () => assert.ok(!sameShape(farm, other)))
})
