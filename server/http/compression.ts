import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { codingOf, type Coding } from './coding.ts'
import { tagEnding } from './entity_tag.ts'

/**
 * Levels at which a page of farms takes 0.05 to 0.1 ms and a quarter of its bytes; higher ones save
 * a tenth more for several times the work.
 */
const brotliLevel = 3
const gzipLevel = 3

/** Smaller bodies fit into a network packet or two whatever their coding. */
const leastBytes = 1024

const compressible = /^(text\/|application\/(json|x-ndjson|javascript)|[^;]*\+(json|xml))/

/**
 * Chooses the content coding by Accept-Encoding, for the entity tag of the answer, and applies it to
 * bodies that are worth it. HEAD is answered with the header of GET. Streams pass as they are.
 */
export const compress =
  (inPool: Pool = (work) => work()): Middleware<{ coding: Coding }> =>
  async (context, next) => {
    context.state.coding = codingOf(context.req.headers['accept-encoding'])
    await next()
    const { coding } = context.state
    if (coding === 'identity' && context.res.hasHeader('Vary')) return
    const body = worthwhileBody(context)
    if (!body) return
    context.vary('Accept-Encoding')
    if (coding !== 'identity') await inPool(() => encode(context, body, coding))
  }

/** Does work of the thread pool, and may keep count of it. */
type Pool = (work: () => Promise<void>) => Promise<void>

function worthwhileBody({ status, body, res }: Context): Buffer | undefined {
  if (status !== 200 || res.hasHeader('Content-Encoding')) return undefined
  if (!compressible.test(String(res.getHeader('Content-Type')))) return undefined
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return Buffer.isBuffer(bytes) && bytes.length >= leastBytes ? bytes : undefined
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliLevel,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: gzipLevel }),
}

async function encode(
  context: Context,
  body: Buffer,
  coding: Exclude<Coding, 'identity'>,
): Promise<void> {
  const tag = context.response.get('ETag') as string | undefined
  // A strong tag is of these very bytes: one made without regard to the coding is so no longer.
  if (tag?.startsWith('"') && !tag.endsWith(tagEnding(coding))) context.set('ETag', `W/${tag}`)
  context.body = await compressors[coding](body)
  context.set('Content-Encoding', coding)
}
