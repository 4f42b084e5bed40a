import { wordsOf } from './vocabulary/words.ts'

/**
 * Columns of a source type: names separated by blanks (case and underscores don't count), `#` for a number,
 * `*` for anything, `|` between alternative names of one column. `becomes` lists fields: one for each column
 * in that order, or all for all of them. A column without it is ignored. A file that lacks a read column is reported, unless only `some` files have it.
 */
type ColumnUse = { columns: string; some?: true } & ({ becomes: string } | { ignored: string })

const flagsBeside = 'yes/no flags: the labeled list has the same values'
const otherText = 'their list has the same text'
const bookkeeping = "the directory's own bookkeeping"

/**
 * Uses of the published files' columns, by source type. The first matching entry counts. Columns of feeds
 * and maps are named by their format or mapping.
 */
export const sourceColumns: Record<string, ColumnUse[]> = {
  'usda-farmers-market-directory': [
    { columns: 'FMID', becomes: 'source_id' },
    { columns: 'MarketName', becomes: 'name' },
    { columns: 'street city County State zip', becomes: 'address, city, county, state, zip' },
    { columns: 'x y', becomes: 'lng, lat' },
    { columns: 'Website', becomes: 'website' },
    { columns: 'Facebook Twitter Youtube OtherMedia', becomes: 'social_links' },
    { columns: 'Season#Date Season#Time', becomes: 'hours' },
    { columns: 'Schedule', becomes: 'hours', some: true },
    { columns: 'Location', becomes: 'details' },
    { columns: 'Credit WIC WICcash SFMNP SNAP', becomes: 'payment_methods' },
    { columns: 'Organic', becomes: 'practices' },
    {
      columns:
        'Bakedgoods Cheese Crafts Flowers Eggs Seafood Herbs Vegetables Honey Jams Maple Meat Nursery Nuts Plants Poultry Prepared Soap Trees Wine Coffee Beans Fruits Grains Juices Mushrooms PetFood Tofu WildHarvested',
      becomes: 'products',
    },
    { columns: 'updateTime', becomes: 'updated_at' },
  ],
  'usda-local-food-portal': [
    { columns: 'listing_id', becomes: 'source_id' },
    { columns: 'listing_name', becomes: 'name' },
    { columns: 'directory_type directory_name _directory', becomes: 'place_type', some: true },
    { columns: 'update_time', becomes: 'updated_at' },
    { columns: 'location_address|location_street', becomes: 'address, city, state, zip' },
    {
      columns: 'location_city location_state location_zipcode|location_zip',
      becomes: 'city, state, zip',
      some: true,
    },
    { columns: 'location_x location_y', becomes: 'lng, lat' },
    { columns: 'contact_phone contact_email', becomes: 'phone, email', some: true },
    { columns: 'media_website', becomes: 'website', some: true },
    { columns: 'media_*', becomes: 'social_links', some: true },
    { columns: 'listing_desc location_desc', becomes: 'description', some: true },
    { columns: 'season_month season_desc', becomes: 'hours', some: true },
    { columns: 'brief_desc', becomes: 'products, hours (if they have no column)', some: true },
    {
      columns:
        'products products_otherdesc product_fruit product_vegetables product_fishseafood product_poultryfowl product_redmeat product_fruit_otherdesc product_vegetables_otherdesc product_fishseafood_otherdesc product_poultryfowl_otherdesc product_redmeat_otherdesc',
      becomes: 'products',
      some: true,
    },
    { columns: 'specialproductionmethods', becomes: 'practices, certifications', some: true },
    {
      columns:
        'deliverpickup_method saleschannel_deliverymethod saleschannel_csa_vendor saleschannel_retail saleschannel_wholesale saleschannel_onlineorder saleschannel_csaorder saleschannel_phoneorder',
      becomes: 'delivery_options',
      some: true,
    },
    {
      columns: 'acceptedpayment FNAP SNAP_option share_paymentoption',
      becomes: 'payment_methods',
      some: true,
    },
    { columns: 'establish_year', becomes: 'founded_year', some: true },
    { columns: 'webscriping|webscripting|webscraping', becomes: 'verification_status', some: true },
    {
      columns:
        'diversegroup organization orgnization share_number share_size share_itemsinsharebox share_availabledate season_weeks num_supplyfarms continueoperate_year facilities agritourism_activities activities location_site location_site_otherdesc location_indoor legal_status service_procurement service_opservice service_producer service_community productslocality_*',
      becomes: 'details',
      some: true,
    },
    { columns: 'season_month_start season_month_end', ignored: 'same as season_month' },
    { columns: '*_desc *_otherdesc', ignored: otherText },
    {
      columns: '*_gap_certify_entity continue_operation_year_cyear',
      ignored: 'a question about another answer',
    },
    {
      columns: '*_#',
      ignored:
        'flags whose numbers differ by directory and year: the labeled list has the same values',
    },
    { columns: 'bulktable_id bulktable_row_id', ignored: bookkeeping },
  ],
  'usda-csa-directory': [
    { columns: 'CSA_ID', becomes: 'source_id' },
    { columns: 'marketname', becomes: 'name' },
    { columns: 'HQ_ST HQ_City HQ_State HQ_Zip', becomes: 'address, city, state, zip' },
    { columns: 'x y', becomes: 'lng, lat', some: true },
    { columns: 'CSA_Phone CSA_Email', becomes: 'phone, email' },
    { columns: 'CSA_Website', becomes: 'website' },
    { columns: 'CSA_Facebook CSA_Twitter', becomes: 'social_links' },
    { columns: 'ProductList FishList FruitList VegList PoultryList MeatList', becomes: 'products' },
    { columns: 'farming_practicesList', becomes: 'practices, certifications' },
    { columns: 'CSA_organicDesc', becomes: 'practices' },
    { columns: 'DeliverPickUpMethodList', becomes: 'delivery_options' },
    { columns: 'AccptdPmntList CSAPaymentTypeList', becomes: 'payment_methods' },
    { columns: 'Available_Months', becomes: 'hours' },
    { columns: 'updateTime finishTime createTime', becomes: 'updated_at' },
    {
      columns:
        'NumShares ShareSizeList ItemsInShareBoxList SharesAvailablePurchaseDate Num_Farms_Supply CSA_NumYearContinuousDesc',
      becomes: 'details',
    },
    { columns: 'Mailing_*', ignored: 'mailing address, not the location' },
    { columns: 'HQ_StateFIPS', ignored: 'same as HQ_State' },
    { columns: 'CSA_ManagerName', ignored: 'the name of a person' },
    { columns: 'NumNbrDelivery NameNbrDelivery', ignored: 'towns of delivery in free text' },
    { columns: 'CSA_NumYearContinuous CSA_organic', ignored: 'numbers of the answers in words' },
    {
      columns:
        'fsh_* fru_* veg_* poultry_* meats_* Bakedgoods Jams Coffee Flowers Cheese Beans Eggs Seafood Herbs Fruits Vegetables Grains Honey Juices Maple Mushrooms Nuts PetFood Poultry Meat Soap WildHarvested Wine Available_Month# farming_practices_type_# SharesSize_* ItemsInShareBox_# AccptdPmnt_* CSAPaymentType_# DeliverPickUpMethod_#',
      ignored: flagsBeside,
    },
  ],
  'usda-on-farm-directory': [
    { columns: 'OF_ID', becomes: 'source_id' },
    { columns: 'marketname', becomes: 'name' },
    {
      columns: 'Location_ST Location_City Location_State Location_Zip',
      becomes: 'address, city, state, zip',
    },
    { columns: 'x y', becomes: 'lng, lat' },
    { columns: 'Market_Website', becomes: 'website' },
    { columns: 'Market_Facebook Market_Twitter', becomes: 'social_links' },
    { columns: 'season#_products', becomes: 'products' },
    { columns: 'season#_date season#_time season#_notes', becomes: 'hours' },
    { columns: 'ActivityList', becomes: 'details, delivery_options (pick your own)' },
    { columns: 'FacilitiesList', becomes: 'details' },
    { columns: 'Payment_1 Payment_2 Payment_3 Payment_4', becomes: 'payment_methods' },
    { columns: 'updateTime finishTime createTime', becomes: 'updated_at' },
    { columns: 'Location_StateFIPS', ignored: 'same as Location_State' },
    { columns: 'Product_# Activity_# Facilities_#', ignored: flagsBeside },
  ],
  'new-york-farmers-markets': [
    { columns: 'Market_Name', becomes: 'name' },
    { columns: 'County City Zip|Zip_Code', becomes: 'county, city, zip' },
    { columns: 'State', becomes: 'state', some: true },
    {
      columns: 'Address_Line_1|Address|Street|Location|Market_Location',
      becomes: 'address',
    },
    {
      columns: 'Location|Market_Location',
      becomes: 'description, address (if it has no column)',
      some: true,
    },
    { columns: 'Phone|Telephone|Phone_Number', becomes: 'phone' },
    { columns: 'Market_Link|Market_Link_url|Website', becomes: 'website' },
    { columns: 'Operation_Hours|Hours', becomes: 'hours' },
    { columns: 'Operation_Season|Season', becomes: 'hours' },
    { columns: 'Operating_Months|Operation_Months_Code', becomes: 'hours', some: true },
    { columns: 'FMNP|FMNP_Accepted|FMNP_SFMNP', becomes: 'payment_methods' },
    {
      columns: 'EBT_SNAP|SNAP|SNAP_Status|EBT|SNAP_EBT|SNAP_Accepted',
      becomes: 'payment_methods',
    },
    {
      columns: 'FCC_Accepted|FCA|FreshConnect WIC_VF|WIC|WIC_Vegetables_and_Fruits',
      becomes: 'payment_methods',
      some: true,
    },
    { columns: 'Latitude Longitude', becomes: 'lat, lng', some: true },
    {
      columns: 'Location_Points|georeference|georeference_1|location_1|geocoded_column',
      becomes: 'lat, lng (if they have no column)',
      some: true,
    },
    {
      columns: 'Location_Points_* georeference_* location_1_* geocoded_column_*',
      becomes: 'lat, lng (if they have no column)',
    },
    { columns: 'Last_Updated|Updated', becomes: 'updated_at', some: true },
    { columns: 'Contact', ignored: 'the name of a person' },
  ],
}

/** The use of a column in a source type; undefined if no entry matches. */
export function useOfColumn(kind: string, column: string): ColumnUse | undefined {
  const name = wordsOf(column).join('_')
  return sourceColumns[kind]?.find((use) => patternOf(use).test(name))
}

/** The fields that a column of a source type becomes; none if it is ignored or unknown. */
export function fieldsOfColumn(kind: string, column: string): string[] {
  const use = useOfColumn(kind, column)
  if (!use || !('becomes' in use)) return []
  const fields = use.becomes.replaceAll(/ \([^)]*\)/g, '').split(', ')
  const columns = use.columns.split(' ')
  if (columns.length !== fields.length) return fields
  const name = wordsOf(column).join('_')
  return fields.filter((_, at) => patternOfNames(columns[at]!).test(name))
}

/** The columns that every file of a source type has: for each its names so far, the usual one first. */
export const expectedColumns = (kind: string): string[][] =>
  (sourceColumns[kind] ?? []).flatMap((use) =>
    'ignored' in use || use.some
      ? []
      : use.columns
          .split(' ')
          .filter((name) => !/[#*]/.test(name))
          .map((name) => name.split('|')),
  )

/** Each is compiled once, because every file checks its columns against all of them. */
const patterns = new WeakMap<ColumnUse, RegExp>()

function patternOf(use: ColumnUse): RegExp {
  const known = patterns.get(use)
  if (known) return known
  const pattern = patternOfNames(use.columns)
  patterns.set(use, pattern)
  return pattern
}

function patternOfNames(columns: string): RegExp {
  const names = columns.split(/[ |]/).map((name) =>
    name
      .toLowerCase()
      .replace(/^_/, '')
      .replaceAll('_', '_?')
      .replaceAll('#', String.raw`\d+`)
      .replaceAll('*', '.*'),
  )
  return new RegExp(`^(?:${names.join('|')})$`)
}
