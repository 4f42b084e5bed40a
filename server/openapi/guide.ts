import { groupDigits } from '../../data/digit_grouping.ts'
import type { Config } from '../config.ts'

/** What a reader of the API's description needs to know before its first call, in Markdown. */
export const guide = ({
  quotas,
}: Config): string => `A directory of local farms in the United States, read-mostly: farms around a point, farms by product or by attribute, what is known of each, and figures of the market around them.

## Keys and tiers

Every request for data carries a key, in the \`X-API-Key\` header or the \`key\` parameter; the published snapshots, what each changed, and their public files need none (\`security\` of an operation says so). \`POST /v1/keys\` makes one. A key is of the free or the paid tier. A secret key (\`svc_live_\`) is for programs; from a page of another origin it is a 403, since everybody can read it there. A browser key (\`svc_pub_\`) may be in a page's source: it opens the free tier to the pages of its one to ten origins, tells them by \`Origin\` or else \`Referer\`, and opens neither members' files nor accounts. Pages of every origin may read why a key is refused. Fields, parameters and operations for paid keys are marked \`x-tier: paid\`; free answers leave such fields out, and such parameters and operations are a 403. A field that is \`null\` is one that was not collected: unknown never means no.

## Requests

Parameters are read strictly: an unknown or repeated one, or a bad value, is a 400 that names it, what is allowed and the nearest valid name. Lists are comma-separated (\`style: form, explode: false\`). Names of places, states and kinds are read in any case. Numbers are plain decimals: no exponents, signs of plus or blanks. HEAD is answered as GET, without the body.

Filters with several values keep farms with any of them; \`products\`, \`certifications\`, \`practices\`, \`delivery_options\` and \`payment_methods\` those with all. The order of parameters and of values says nothing, but for \`ids\`; nor does a default that is stated: such requests have one \`ETag\`, and links have the parameters written in one way. \`facets\` counts the most frequent values of fields, each without the filter on the field itself.

## Places

Wherever there are \`lat\` and \`lng\`, \`near\` does in their place: a ZIP code, \`City, ST\`, \`City, State\`, \`County, ST\`, or a city alone where one is at least four times as large as its namesakes. The answer says what was found, in \`meta.location\` or \`location\`; its \`name\` finds it again. A name that several places share is a 400 whose \`errors\` list them, each as a \`suggestion\` to send. The point is the middle of a town, or of the area of a ZIP code or county. Towns are of GeoNames (CC BY 4.0), ZIP codes and counties of the US Census Bureau. \`/v1/suggest\` completes what a person types.

## Hints

A list that is empty, or names a term that nothing here knows, says so in \`meta\`: \`did_you_mean\`, \`broader\` products with how many farms have them, and \`hints\`, a sentence on each thing that looks wrong. Formats of rows alone, CSV and NDJSON, have no room for them. \`/v1/vocabulary\` lists every term.

## Pages and formats

Lists have \`page\` and \`per_page\`. \`links.next\`, and the \`Link\` header in every format, is the path of the next page; it names the snapshot, so that all pages are of one. \`fields\` picks fields. \`format\`, or else \`Accept\`, picks JSON, GeoJSON, CSV or newline-delimited JSON. For the whole directory take the files of a snapshot: they are Parquet.

## Failures

Every failure is an \`application/problem+json\` document (RFC 9457): read \`detail\`, and give us \`request_id\`. A method that a path does not take is a 405 with \`Allow\`; an unknown path, a 404; a request whose header is too large, a 431.

## Limits

A free key may make ${groupDigits(quotas.free_per_day)} requests in a UTC day and a paid one ${groupDigits(quotas.paid_per_day)}, a browser key ${groupDigits(quotas.browser_per_day)}, of which one client address ${groupDigits(quotas.visitor_per_minute)} in a minute and ${groupDigits(quotas.visitor_per_day)} in the day; a client address without a valid key ${groupDigits(quotas.anonymous_per_minute)} in a minute, unless the operator of the server says otherwise. Every answer says what you have left, in \`X-RateLimit-*\` and in \`RateLimit\`. Where several limits apply, they show the one nearest to its end. An answer that is not modified (304) uses up none, nor does a preflight. Over the limit a request is a 429 with \`Retry-After\`. A 503 has \`Retry-After\` too.

## Caching

Answers have a strong \`ETag\`; \`If-None-Match\` makes them a 304 for as long as the snapshot, which is made every night, and your tier are the same. Files of a snapshot never change. A route that will go away says so in \`Deprecation\` and \`Sunset\`.

## Units

Distances are in miles on a sphere of radius 3958.7613 miles, places in degrees (WGS 84), prices in US dollars, times in UTC (RFC 3339), opening hours in the farm's own time zone.`
