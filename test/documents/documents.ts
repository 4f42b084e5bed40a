import {
  withCatalogAndBucket,
  withFarmsFile,
  withFile,
  withServer,
  withSnapshot,
  withStart,
  type Preparation,
} from './places.ts'

export type Document = {
  /** What it takes for granted when its first fence is run; default: a fresh clone. */
  prepared?: Preparation[]
  /** Why a fence is not run here: by a text that stands in it. */
  skipped?: Record<string, string>
}

const market = ['Danville Farmers Market', 'Danville', 'VT', '2026-05-01']

/**
 * Every document of the project that has fences, by its path. Its commands, programs and queries are run in
 * their order, in the folder of a clone. What stands in no fence, or in one of another language, is text.
 */
export const documents: Record<string, Document> = {
  'README.md': {
    prepared: [withStart, withServer],
    skipped: { 'npm ci &&': 'test/server/npm_start.test.ts runs npm start' },
  },
  'build/README.md': { prepared: [withSnapshot] },
  'data/FORMATS.md': { prepared: [withFarmsFile, withCatalogAndBucket] },
  'data/README.md': { prepared: [withSnapshot, withServer] },
  'data/recipes/README.md': {
    skipped: { 'FILES/': 'test/data/recipes/real_files.test.ts runs it where the real files are' },
  },
  'pipeline/OPERATE.md': {
    skipped: {
      'snapshots -- candidates':
        'test/pipeline/candidates/candidates.test.ts decides on candidates',
      'snapshots -- list': 'test/pipeline/cli/snapshots.test.ts runs each with ids of its own',
    },
  },
  'pipeline/README.md': {
    skipped: { 'npm start': 'it serves until it is ended: test/server/npm_start.test.ts runs it' },
  },
  'pipeline/SOURCES.md': {
    prepared: [withFile('markets.csv', `Market Name,City,State,Edited\n${market.join()}\n`)],
  },
  'server/README.md': {
    prepared: [withStart, withServer],
    skipped: { 'near=Springfield': 'it shows a failure: test/server/routes/where.test.ts has it' },
  },
  'server/client/written/README.md': {
    skipped: {
      'npm install': 'test/server/openapi/client.test.ts installs and runs it',
      'client.js': 'test/server/openapi/client.test.ts runs it',
      'from farm_directory': 'test/server/openapi/client.test.ts runs it',
    },
  },
  'server/deploy/README.md': {
    skipped: {
      useradd: 'it sets a machine up: test/server/deploy/deploy.test.ts checks its files',
      'docker build': 'it needs Docker: test/server/deploy/deploy.test.ts checks its files',
    },
  },
  'server/deploy/SITE.md': { prepared: [withSnapshot] },
  'server/recipes/agents.md': {},
  'server/recipes/clients.md': {
    skipped: { 'from farm_directory': 'test/server/openapi/client.test.ts runs it' },
  },
  'server/recipes/listings.md': { prepared: [withSnapshot, withServer] },
  'server/recipes/prices.md': {
    skipped: { 'prices.mjs': 'test/server/routes/market/prices_recipe.test.ts runs it' },
  },
  'server/recipes/sync.md': {
    skipped: { 'sync.mjs': 'test/server/routes/snapshots/sync_recipe.test.ts runs it' },
  },
  'server/recipes/widget.md': {},
}
