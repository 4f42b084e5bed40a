import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { documents, type Document } from './documents.ts'
import { answerTo, fencesOf, sameShape, type Fence } from './fences.ts'
import { preparedPlace, type Place } from './places.ts'
import { runners } from './run_fence.ts'

const project = join(import.meta.dirname, '../..')
const fencesIn = (path: string) => fencesOf(readFileSync(join(project, path), 'utf8'))
const isText = ({ language }: Fence) => ['', 'text', 'csv', 'html', 'jsonl'].includes(language)

describe('the documents', () => {
  it('are all listed if they have a fence that is more than text', () => {
    const exclude = ['node_modules/**', 'build/*/**', 'test/fixtures/**']
    const paths = globSync('**/*.md', { cwd: project, exclude })
    const withPrograms = paths.filter((path) => fencesIn(path).some((fence) => !isText(fence)))
    assert.deepEqual(Object.keys(documents).toSorted(), withPrograms.toSorted())
  })

  for (const [path, document] of Object.entries(documents))
    it(`${path}: its fences run in the project's folder`, (t) => runAll(t, path, document))
})

async function runAll(t: TestContext, path: string, { prepared = [], skipped = {} }: Document) {
  const fences = fencesIn(path)
  const reasons = Object.entries(skipped)
  for (const [part] of reasons)
    assert.ok(
      fences.some(({ text }) => text.includes(part)),
      `no fence has ${part}`,
    )
  let place: Place | undefined // made for the first fence that runs: some documents run none
  let opening = 'duckdb -csv'
  for (const [index, fence] of fences.entries()) {
    if (isText(fence)) continue
    const skip = reasons.find(([part]) => fence.text.includes(part))?.[1] ?? missing(fence)
    const earlier = fences.slice(0, index).filter((each) => continues(each, fence))
    await t.test(`line ${fence.line}: ${fence.language}`, { skip }, async () => {
      if (fence.language === 'json') return readJson(fence.text)
      place ??= await preparedPlace(t, prepared)
      await runOne(place, { fence, earlier, opening, next: fences[index + 1] })
    })
    if (fence.language === 'sh' && fence.text.startsWith('duckdb ')) opening = fence.text
  }
}

type Step = { fence: Fence; earlier: Fence[]; opening: string; next: Fence | undefined }

async function runOne(place: Place, { fence, earlier, opening, next }: Step): Promise<void> {
  const { language } = fence
  const runner =
    runners[language] ?? assert.fail(`nothing runs ${language}: say why in documents.ts`)
  const code = replacedIn(place, language, [...earlier, fence].map((each) => each.text).join('\n'))
  const { status, out, err } = await runner(place, code, opening)
  assert.equal(status, 0, err + out)
  const answer = answerTo(fence, next)
  if (answer?.language === 'csv')
    assert.equal(out.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'), answer.text)
  if (answer?.language === 'json')
    assert.ok(sameShape(JSON.parse(out), JSON.parse(answer.text)), out)
}

/** A program goes on in the fences of its language below it in the same section. */
const continues = (earlier: Fence, fence: Fence) =>
  ['js', 'python'].includes(fence.language) &&
  earlier.language === fence.language &&
  earlier.section === fence.section

const replacedIn = ({ replaced }: Place, language: string, code: string) =>
  replaced
    .filter(([each]) => each === language)
    .reduce((text, [, written, real]) => text.replaceAll(written, real), code)

/** JSON, or lines of it. Throws where it is neither. */
function readJson(text: string): void {
  try {
    JSON.parse(text)
  } catch {
    for (const line of text.trim().split('\n')) JSON.parse(line)
  }
}

/** Why a fence can't be run on this machine; false where it can. */
function missing({ language, text }: Fence): string | false {
  if (language !== 'python') return false
  const imports = text.match(/^(import|from) .*/gm)?.join('\n') ?? ''
  const { status } = spawnSync('python3', ['-c', imports])
  return status !== 0 && `python3 cannot run: ${imports}`
}
