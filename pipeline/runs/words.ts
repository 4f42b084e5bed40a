import { changeLine, type Run } from '../../data/schema/run.ts'
import type { Ledger } from './ledger.ts'

/** A line for each run, oldest first, with its message and failing sources below; then the torn lines. */
export const ledgerLines = ({ runs, torn }: Ledger): string[] => [
  ...runs.flatMap(runLines),
  ...torn.map(
    (line) => `line ${line} of runs.jsonl is torn: a crash cut it, and it counts for no run`,
  ),
]

function runLines(run: Run): string[] {
  const { begun_at, action, outcome, cause, snapshot, changes, by, reason, message, failing } = run
  const parts = [
    String(run.run).padStart(5),
    begun_at.slice(0, 16).replace('T', ' '),
    action === 'build' ? outcome : `${action} ${outcome}`,
    ...(cause && cause !== 'gate' ? [cause] : []),
    ...(snapshot ? [snapshot] : []),
    ...(changes ? [changeLine(changes)] : []),
    ...(by ? [`by ${by}: ${reason}`] : []),
  ]
  const below = [...(message?.split('\n') ?? []), ...failing]
  return [parts.join('  '), ...below.map((line) => `       ${line}`)]
}
