/** H3 resolution of a farm's published cell, which orders farms: hexagons of about 0.1 km². */
export const locationResolution = 9

/** The finest resolution of H3. */
export const finestResolution = 15

/**
 * A cell's position in H3 order: base cell (7 bits), then 3 bits for each resolution's digit, all ones
 * below the cell's own. These 52 bits are exact in a float64, which is far faster to compute with than a
 * 64-bit integer. See "Bit layout of H3 index" at h3geo.org.
 */
export const pathOf = (cell: bigint): number => Number(BigInt.asUintN(52, cell))

/** The number of paths in one cell of a resolution: its own path is the last. */
export const pathSpan = (resolution: number): number => 8 ** (finestResolution - resolution)
