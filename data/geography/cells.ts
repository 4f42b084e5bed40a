/** H3 resolution of a farm's published cell: hexagons of about 0.1 km². */
export const locationResolution = 9

/** H3 resolution that farms are ordered by: the finest, so that the order is that of the places. */
export const orderResolution = 15
