/** Browsers by the marks in their User-Agent. The first match counts, since each also names its ancestors. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const systems: [name: string, pattern: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** A User-Agent in words, `Firefox on Linux`; for a program, its own name. */
export function agentName(agent: string | null): string {
  if (agent === null || agent === '') return 'not known'
  const browser = nameIn(browsers, agent)
  if (browser === undefined) return agent.split(/[\s/]/)[0]!.slice(0, 40)
  const system = nameIn(systems, agent)
  return system === undefined ? browser : `${browser} on ${system}`
}

const nameIn = (all: typeof browsers, agent: string) =>
  all.find(([, pattern]) => pattern.test(agent))?.[0]
