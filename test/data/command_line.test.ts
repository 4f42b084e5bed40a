// Runs alone: it sets environment variables.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { parseCommandLine } from '../../data/command_line.ts'

const options = {
  source: { type: 'string', multiple: true },
  'warm-up': { type: 'string' },
  json: { type: 'boolean' },
} as const
const parse = (...args: string[]) =>
  parseCommandLine({ args, options }, 'npm run build', 'Builds.\n').values

/** As npm runs a script to which it was given options without `--`. */
function npmTakes(t: TestContext, name: string): void {
  process.env[name] = 'true'
  t.after(() => void delete process.env[name])
}

describe('parseCommandLine(config, program, help)', { concurrency: 1 }, () => {
  it('reads options', () => {
    assert.deepEqual({ ...parse('--source', 'a', '--json') }, { source: ['a'], json: true })
  })

  it('names the option that was probably meant', () => {
    assert.throws(() => parse('--sorce', 'a'), {
      name: 'UsageError',
      message: "Unknown option '--sorce'; did you mean --source? (npm run build -- --help)",
    })
  })

  it('refuses an option without a value', () => {
    for (const [args, says] of [
      [['--warm-up'], '--warm-up needs a value'],
      [['--warm-up', ''], '--warm-up is empty: give it a value'],
      [
        ['--warm-up', '-3'],
        '--warm-up needs a value; write one with a dash before it as --warm-up=VALUE',
      ],
    ] as const)
      assert.throws(() => parse(...args), {
        name: 'UsageError',
        message: `${says} (npm run build -- --help)`,
      })
    assert.deepEqual({ ...parse('--warm-up=-3') }, { 'warm-up': '-3' })
  })

  it('names all options where none is near', () => {
    assert.throws(
      () => parse('--frobnicate'),
      /there are --source, --warm-up, --json, --help \(npm run/,
    )
  })

  for (const [option, name] of [
    ['--source', 'npm_config_source'],
    ['--warm-up', 'npm_config_warm_up'],
  ] as const)
    it(`recognizes that npm took ${option} for its own`, (t) => {
      npmTakes(t, name)
      assert.throws(() => parse('a'), {
        name: 'UsageError',
        message: `npm took ${option} as its own option: put -- after \`npm run build\`, before all options`,
      })
    })

  for (const option of ['--help', '-h'])
    it(`ends with the help for ${option}`, () => {
      assert.throws(() => parse('--json', option), { message: 'Builds.\n' })
    })

  it('lets npm have its own options', (t) => {
    npmTakes(t, 'npm_config_json')
    assert.deepEqual({ ...parse('--source', 'a') }, { source: ['a'] })
  })
})
