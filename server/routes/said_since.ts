import * as parameter from '../http/parameters/parameters.ts'

/** The parameter by which what was said before a day counts as unknown. */
export const saidSince = parameter.dateOrYears.optional().meta({
  description:
    'Date, or years before today such as `3y`: what was said before counts as unknown, in filters, facets, coverage and figures (see `said_at`). Default: everything counts, however old',
  example: '2022-06-01',
})
