/** A fault of wording: `pattern` finds it in prose from which code in backticks was taken. */
export type Rule = { name: string; instead: string; pattern: RegExp }

/** The patterns of the guide, and words that the glossary replaces. */
export const rules: Rule[] = [
  {
    name: 'headless clause',
    instead: 'name the thing: "changes since a snapshot"',
    pattern:
      /(?:^|[.:;] )What (?:is|are|was|were|has|have|does|do|came|comes|else|each|changed|stands?|a|the|it|they|no|every)\b(?![^.]*\?)|\b(?:ones|those) (?:that|who|which|of which)\b|\b(?:than|is|of|in|for) one (?:that|who|of which)\b|(?:^|[.;:] )One (?:that|who)\b|, that of (?:a|the)\b|\b(?:of|with|for|to|by|than|is|are) what (?:is|are|was|were|has|have|a|the|comes?|came|changed|no|each)\b/,
  },
  {
    name: 'of it, of them',
    instead: 'a possessive or a verb',
    pattern:
      /(?<!(?:\b|(?=\}))(?:all|any|most|half|one|two|some|none|each|many|few|part|parts|either|both|rest|third|quarter|km|miles|half of|instead|\}) )\bof (?:it|them|theirs)\b/i,
  },
  {
    name: 'is a status',
    instead: '"returns 503"',
    pattern: /\b(?:is|are|was|be|gives?|answers?|gets?) an? [1-5]\d\d\b|\b(?:is|are) [45]\d\d\b/,
  },
  {
    name: 'as … says',
    instead: 'if, when, see',
    pattern:
      /\b[Aa]s (?:the |its |an? )?[\w`’-]+ (?:says?|tells?|has it)\b|(?:^|[.;] )Where (?!to\b)[^.?]*, |, where (?:it|they|there|this|that|nothing|no|one|an?|the) /,
  },
  {
    name: 'a thing that speaks',
    instead: 'lists, returns, shows, contains, states',
    pattern:
      /\b(?:it|that|which|this|answers?|files?|sources?|pages?|reports?|logs?|manifests?|names?|tests?|fields?|headers?|columns?|rows?|listings?|tables?|editions?|snapshots?|messages?|errors?|documents?|builds?|map|site|section|line|sentence|README|entry|they) (?:says?|tells?|speaks?|knows?|told|spoke)\b|\bsays? so\b/i,
  },
  {
    name: 'dialect',
    instead: 'changed, again, loads, continues, minimum, N, permanently',
    pattern:
      /\banew\b|\b(?:takes?|took|taken|taking) up\b|\b(?:goes|go|went|going) on\b|\b[Ll]east (?:level|number)\b|\bso many\b|\bso long\b|\bfor good\b|\b(?:is|are|was) other\b|\bother than in\b|\bwhat came of\b|\bcan(?: not|not|'t|’t) be told\b|\bbeside others\b|\b(?:is|are|being) told\b|\bunder way\b|\bthe one before\b|\bat most so\b|\bthereof\b|\bwherein\b|\bin so far\b/,
  },
  {
    name: 'people as subjects',
    instead: 'user, client, operator',
    pattern:
      /\b(?:whoever|somebody|everybody|anybody|nobody|people)\b|(?:^|[.;] )Who\b(?![^.]*\?)/i,
  },
  {
    name: 'glossary',
    instead: 'see the glossary in data/README.md',
    pattern:
      /\b(?:callers?|askers?|wordings?)\b|\bmembers?['’]? (?:files?|fields?|tables?|data|Parquet)\b|\bmembers['’]|\bkinds? of (?:an? |the )?(?:source|product|place|farm|file)s?\b|\bsource kinds?\b|\btaken out\b/i,
  },
  {
    name: 'British spelling',
    instead: 'US spelling',
    pattern:
      /\b(?:colours?|behaviours?|licences?|neighbour\w*|centres?|centred|organis\w+|catalogues?|grey|favourites?|honour\w*|kilometres?|labelled|cancelled|recognis\w+|analyse[ds]?|summaris\w+|normalis\w+|mis-?spelt|spelt|learnt)\b/i,
  },
]

/** Code, names and values are not prose. */
export const withoutCode = (text: string): string =>
  text.replaceAll(/`[^`]*`/g, '`code`').replaceAll(/"[^"]*"|“[^”]*”/g, '“quoted”')

/** The rules that a text breaks. */
export const broken = (text: string): Rule[] =>
  rules.filter(({ pattern }) => pattern.test(withoutCode(text)))

const faultyStart =
  /^(?:Whether|How|What|Where|When|Who|Whose|Which|Why|It|They|These|The answer|Of|So|As|Up to|Says?|Would|Until|From when|In which|With which|For whom)\b/

/** Descriptions of fields, parameters and operations begin with a noun, or an operation's with a verb. */
export const beginsWell = (description: string): boolean => !faultyStart.test(description)
