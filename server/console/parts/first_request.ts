import { html, type Html } from '../../../data/html.ts'
import { codeBlock } from './code_block.ts'

const path = '/v1/search?lat=44.41&lng=-72.14&radius=50&per_page=2'

/** The first request at an address of the service, as programs that run as they stand. */
export const firstRequests = (publicUrl: string): Html =>
  html`${languages.map(({ name, code }) => codeBlock(name, `the ${name} program`, code(publicUrl + path)))}`

/** The shell's line that keeps a key for the programs. */
export const keepKey = (key: string): string => `export FARM_KEY=${key}`

/** The first request as a line of the shell. */
export const curl = (publicUrl: string): string => shellLine(publicUrl + path)

/** A line of the shell that keeps what is at an address in a file. */
export const curlFile = (url: string, file: string): string =>
  `curl -fH "X-API-Key: $FARM_KEY" -o ${file} '${url}'`

const shellLine = (url: string) => `curl -H "X-API-Key: $FARM_KEY" '${url}'`

const languages: { name: string; code: (url: string) => string }[] = [
  { name: 'curl', code: shellLine },
  {
    name: 'JavaScript',
    code: (url) => `const answer = await fetch(
  '${url}',
  { headers: { 'X-API-Key': process.env.FARM_KEY } },
)
if (!answer.ok) throw new Error(await answer.text())
const { data } = await answer.json()
for (const farm of data) console.log(farm.name, farm.distance_mi)`,
  },
  {
    name: 'Python',
    code: (url) => `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"X-API-Key": os.environ["FARM_KEY"]},
)
with urllib.request.urlopen(request) as answer:
    for farm in json.load(answer)["data"]:
        print(farm["name"], farm["distance_mi"])`,
  },
]
