import type { MappedField } from './source_fields.ts'

/** The meaning of a column in a table of farms: a field, or a part of one. */
export type ColumnMeaning =
  | MappedField
  | 'house_number'
  | 'city_line'
  | 'day'
  | 'opens'
  | 'closes'
  | 'from'
  | 'to'
  | 'season'
  | 'note'

/** Column names in farm lists, ignoring case, blanks and punctuation; the first match counts. */
const names: [ColumnMeaning, RegExp][] = [
  [
    'source_id',
    /^(id|(farm|market|fm|csa|of|listing|site|location|vendor|stand|record|global|unique|facility)id|uid|guid|uuid)$/,
  ],
  ['city_line', /^(city|town)(and|or)?(state|st)(and)?(zip|zipcode)?$/],
  ['house_number', /^(house|building|bldg|street|address|addr)(no|num|number|nbr)$|^house$/],
  [
    'address',
    /^(full|street|physical|site|market|farm|location)?(address|addr)(1|line1|full|street)?$|^street(name|address|addr)?$|^(intersection|crossstreets?)$/,
  ],
  [
    'city',
    /^(market|farm|location|physical|mailing)?(city|town|muni|municipality|locality|village|borough|boro|community)(name)?$/,
  ],
  ['county', /^(county|countyname|parish)$/],
  ['state', /^(market|location|physical)?(state|st|stateabbr|stateabbreviation|province)$/],
  ['zip', /^(market|location|physical)?(zip|zipcode|zip5|postal|postalcode|postcode)$/],
  ['country', /^country(code)?$/],
  ['lat', /^(latn?|latitude(n|north)?|y|ycoord|ycoordinate|geolat|decimallatitude)$/],
  [
    'lng',
    /^(lng|lon|longw?|longitude(w|west)?|x|xcoord|xcoordinate|geolng|geolon|geolong|decimallongitude)$/,
  ],
  [
    'location',
    /^(location|thegeom|geom|geometry|point|georeference|geocodedcolumn|geolocation|latlng|latlon|latitudelongitude|coordinates|locationpoints?|location1|newgeoreferencedcolumn)$/,
  ],
  [
    'phone',
    /^(contact|market|farm|business|public|primary|main)?(phone|telephone|tel|phoneno|phonenumber|telephonenumber|phone1|cell|mobile)(number)?$/,
  ],
  ['email', /^(contact|market|farm|business|public)?(email|emailaddress|mail)$/],
  [
    'website',
    /^(market|farm|business)?(web(site)?(address|page|link|url)?|url|link|homepage|marketlink|site)$/,
  ],
  [
    'social_links',
    /^(facebook|instagram|twitter|youtube|tiktok|pinterest|socialmedia|sociallinks?)(page|url|link|handle|account)?$/,
  ],
  [
    'day',
    /^(day|days|dayofweek|daysofweek|daysopen|dayopen|opendays?|operatingdays?|daysofoperation|marketdays?|weekday|openday)$/,
  ],
  [
    'opens',
    /^(start|open|opening|begin)(time|hours?|s)?$|^(time|hours?)(start|open|from)$|^(opens|opensat|timeopen|starttime)$/,
  ],
  [
    'closes',
    /^(end|close|closing|stop)(time|hours?|s)?$|^(time|hours?)(end|close|to)$|^(closes|closesat|timeclose|endtime)$/,
  ],
  [
    'from',
    /^(open|opening|start|season(start|open|begin)|begin)date$|^season(start|opens?|begins?|from)$|^datefrom$|^(start|open|opening)month$/,
  ],
  [
    'to',
    /^(close|closing|end|season(end|close))date$|^season(end|ends|closes?|to)$|^dateto$|^(end|close|closing)month$/,
  ],
  [
    'season',
    /^(season|seasons|operat(ing|ion)season|months?|monthsopen|openmonths|operatingmonths|monthsofoperation|seasondates?|dates?(open|ofoperation)|opendates|operat(ing|ion)dates|seasonofoperation)$/,
  ],
  [
    'hours',
    /^(hours|time|times|schedule|hoursopen|openhours|openinghours|opentimes|operat(ing|ions?)(hours|times)|(hours|times)ofoperations?|markethours|daysandhours|dayshours|dayandtime|daytime|daystimes|dayshoursofoperation)$/,
  ],
  ['note', /^(hours|schedule|season)(note|notes|comments?)$/],
  ['place_type', /^(placetype|type|category|kind|markettype|farmtype|facilitytype|businesstype)$/],
  [
    'products',
    /^((other|additional|main)?(products?|crops)(available|sold|offered|grown|raised|list)?|crop|productlist|produce|commodit(y|ies)|items|goods|whatwe(grow|sell|raise|offer)|available|foods?|vendorsproducts)$/,
  ],
  ['practices', /^(practices?|growingpractices|farmingpractices|methods|growingmethods)$/],
  ['certifications', /^certifications?$/],
  ['delivery_options', /^(delivery|deliveryoptions|distribution|saleschannels|wheretobuy)$/],
  [
    'payment_methods',
    /^(payments?((types?|methods?|options|forms?)?(accepted)?)?|acceptedpayments?(types?|methods?)?|formsofpayment(accepted)?|programsaccepted|benefitsaccepted)$/,
  ],
  ['image_url', /^(image|photo|picture|imageurl|photourl|imagelink|photolink)$/],
  ['farmer_name', /^(farmer|farmername|grower|growername)$/],
  [
    'description',
    /^(description|desc|about|details|notes?|comments?|remarks?|info|information|additionalinformation)$/,
  ],
  [
    'updated_at',
    /^(updated|updatedat|lastupdated|lastupdate|updatetime|updateddate|dateupdated|modified|lastmodified|lastediteddate|editdate|edited|modifieddate|editedon|lastedited|(last|date)?(verified|confirmed|reviewed)|timestamp|datesubmitted)$/,
  ],
  [
    'name',
    /^(name|title|label|farm|market|marketname|farmname|farmersmarket|farmersmarketname|listingname|facilityname|sitename|businessname|locationname|marketlocationname|organization|organizationname|stand|standname)$/,
  ],
]

/** Returns the meaning of a column by its name, with or without a number (`Phone 2`); null = unknown. */
export function fieldOfColumn(column: string): ColumnMeaning | null {
  const key = column.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return meaningOf(key) ?? meaningOf(key.replace(/\d$/, ''))
}

const meaningOf = (key: string) => names.find(([, pattern]) => pattern.test(key))?.[0] ?? null
