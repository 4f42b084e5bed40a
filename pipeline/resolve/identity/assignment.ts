/** The farm that a cluster of listings is. */
export type Assignment = { cluster: string; farm_id: string }

export const assignmentTypes = { cluster: 'VARCHAR', farm_id: 'VARCHAR' }
