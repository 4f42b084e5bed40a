import { locationResolution } from '../../data/geography/cells.ts'
import { earthRadiusMi, kmPerMile } from '../../data/geography/distance.ts'

/**
 * Functions that every statement may use:
 *
 * - `plain(text)`: lower case, no accents, one space for other characters;
 * - `distance_mi(lat, lng, lat, lng)` and `distance_km`: the great-circle distance of two points
 *   (degrees) as in data/geography/distance.ts; null if either is unknown;
 * - `ancestor_cell(h3_cell, resolution)`: the H3 cell of a coarser resolution as a number, and
 *   `ancestor_cell_name` as text, as in data/geography/cells.ts. A resolution that no ancestor of a
 *   published cell has is an error;
 * - `edition_moment(edition, revision)`: the instant that stands for an edition in the registry, one
 *   second later for each further one of its date;
 * - `stated_at(updated_at, edition)`: the instant at which a row said its content: its own date, or that
 *   of its edition if it is earlier or the only one;
 * - `public_source_id(source_id)`: a listing's id for public files. An id made of name and place
 *   (pipeline/read/adapter.ts) would show the street. So an id with a slash becomes its MD5,
 *   except OpenStreetMap's;
 * - `h3_cell_at(lat, lng, resolution)` and `h3_neighbors(cell)`: the cell of a point, and those around
 *   a cell with a space between (made in database.ts).
 */
export const functions = `
  create or replace temporary macro public_source_id(source_id) as
    if(
      contains(source_id, '/') and not regexp_full_match(source_id, '(node|way|relation)/[0-9]+'),
      md5(source_id),
      source_id
    );

  create or replace temporary macro plain(text) as
    regexp_replace(lower(strip_accents(coalesce(text, ''))), '[^a-z0-9]+', ' ', 'g');

  create or replace temporary macro haversine(lat_a, lng_a, lat_b, lng_b) as
    pow(sin(radians(lat_b - lat_a) / 2), 2)
    + cos(radians(lat_a)) * cos(radians(lat_b)) * pow(sin(radians(lng_b - lng_a) / 2), 2);
  create or replace temporary macro distance_mi(lat_a, lng_a, lat_b, lng_b) as
    2 * ${earthRadiusMi} * asin(sqrt(
      if(haversine(lat_a, lng_a, lat_b, lng_b) > 1, 1, haversine(lat_a, lng_a, lat_b, lng_b))
    ));
  create or replace temporary macro distance_km(lat_a, lng_a, lat_b, lng_b) as
    ${kmPerMile} * distance_mi(lat_a, lng_a, lat_b, lng_b);

  create or replace temporary macro ancestor_cell(h3_cell, resolution) as
    if(
      resolution between 0 and ${locationResolution},
      (('0x' || h3_cell)::ubigint & ~(15::ubigint << 52))
        | (resolution::ubigint << 52)
        | ((1::ubigint << (3 * (15 - resolution::integer))) - 1),
      error('resolution ' || resolution || ' is outside 0…${locationResolution}')
    );
  create or replace temporary macro ancestor_cell_name(h3_cell, resolution) as
    format('{:x}', ancestor_cell(h3_cell, resolution));

  create or replace temporary macro stated_at(updated_at, edition) as
    if(updated_at::date <= edition, updated_at, edition::timestamptz);

  create or replace temporary macro edition_moment(edition, revision) as
    edition::timestamptz + to_seconds(revision - 1)`
