import { after, describe, it } from 'node:test'
import { attacks, HostileNights } from '../support/hostile_nights.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'

/** `npm run test:nights` plays all attacks, over forty nights; a test of every day plays some. */
const isWhole = process.env.NIGHTS === 'all'
const daily = [0, 2, 4, 9, 10, 12]
const played = isWhole ? attacks : attacks.filter((_, index) => daily.includes(index))

const nights = new HostileNights(await temporaryFolder({ after }), 30)
await nights.quiet()

describe('nights of hostile content', { concurrency: 1 }, () => {
  for (const attack of played)
    it(`${attack.name}: each morning the right snapshot is live, or a message says what to do`, async () => {
      await nights.attacked(attack)
      await nights.quiet()
      if (isWhole) await nights.quiet()
    })
})
