import { Gazetteer } from '../../server/snapshot/columns/gazetteer.ts'
import { gazetteerColumns } from '../../server/snapshot/columns/gazetteer_columns.ts'

/** The gazetteer of the program. */
export const wholeGazetteer = () => new Gazetteer(gazetteerColumns())
