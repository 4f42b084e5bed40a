/** `parts`: the present counties that it was divided into; none if these have parts of several counties. */
type FormerCounty = { fips: string; name: string; state: string; parts: readonly string[] }

/**
 * The counties of the Census of 2017 whose codes ended. Connecticut has planning regions in their place from 2022
 * on. Valdez-Cordova, Alaska, was divided in 2019. Names and codes of all are still in use.
 */
export const formerCounties: readonly FormerCounty[] = [
  { fips: '02261', name: 'Valdez-Cordova', state: 'AK', parts: ['02063', '02066'] },
  { fips: '09001', name: 'Fairfield', state: 'CT', parts: [] },
  { fips: '09003', name: 'Hartford', state: 'CT', parts: [] },
  { fips: '09005', name: 'Litchfield', state: 'CT', parts: [] },
  { fips: '09007', name: 'Middlesex', state: 'CT', parts: [] },
  { fips: '09009', name: 'New Haven', state: 'CT', parts: [] },
  { fips: '09011', name: 'New London', state: 'CT', parts: [] },
  { fips: '09013', name: 'Tolland', state: 'CT', parts: [] },
  { fips: '09015', name: 'Windham', state: 'CT', parts: [] },
]
