/** The words that invented names are made of. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Scenic names have a quality and a feature: Stone Creek. */
export const qualities = words(`
  Amber Apple Autumn Bent Bitter Black Blue Bright Broad Broken Cedar Cherry Clear Clover Copper
  Crooked Dancing Double Dry Early Fallen Fern Flat Four Garden Gentle Golden Good Granite Gray
  Green Happy Hazel Hidden High Hollow Honey Iron Laughing Lazy Little Lone Long Lost Maple Mill
  Misty Mossy Mulberry Northern Oak Old Open Painted Pine Plum Prairie Quiet Red Rising River
  Rocky Rolling Round Running Rusty Sandy Seven Shady Silver Singing Sleepy Southern Split Spring
  Steep Still Stone Stony Summer Sunny Sweet Tall Three Thunder Twin Two Walnut Wandering White
  Wide Wild Willow Windy Winter
`)

export const features = words(`
  Acre Barn Bear Bee Bell Bend Birch Bluff Boot Branch Bridge Brook Bull Calf Canyon Cat Cloud
  Cove Creek Crow Dog Dove Elm Fence Fern Field Fork Fox Gate Goat Goose Grove Hare Hawk Heart Hen
  Heron Hill Hollow Horse House Junction Knoll Lake Lane Lark Leaf Ledge Meadow Mesa Moon Mountain
  Mule Nest Oak Orchard Otter Owl Pasture Path Peak Pear Pig Pond Prairie Quail Raven Ridge River
  Road Rock Root Rooster Rose Run Shed Sky Slope Spring Springs Star Sun Thicket Thistle Thorn
  Trail Tree Turtle Valley View Vine Wagon Water Wheel Willow Wind Wren
`)

export const firstNames = words(`
  Aaron Abigail Alice Amara Ana Andre Anna Ben Beth Carlos Carol Chen Clara Dale Dan David Diego
  Ed Elena Ellen Emma Eric Faye Frank Grace Hannah Henry Ines Isaac Jack James Jane Joan Jorge
  Julia Karen Kofi Laura Lee Lena Linda Luis Maria Mark Mary Mei Nora Oscar Pablo Paul Rosa Ruth
  Sam Sara Tom Wendy
`)

export const lastNames = words(`
  Abbott Adler Alvarez Archer Atwood Baker Barlow Becker Bishop Blackwell Bradley Brandt Brewer
  Brooks Burke Callahan Campos Carver Castillo Chandler Chavez Clayton Coleman Cooper Cruz Dalton
  Dawson Diaz Drummond Duncan Ellis Emerson Espinoza Farrell Fischer Fletcher Flores Foster Fuller
  Garcia Gibson Graham Granger Hale Hansen Harding Hayes Hoffman Holt Ingram Jensen Keller Kim
  Kimball Larsen Lindgren Lopez Lowell Marsh Mason Mendoza Meyer Miller Moreno Nash Nelson Nguyen
  Nolan Norris Olsen Ortega Palmer Parker Pereira Pratt Quinn Ramos Reyes Rhodes Rivera Rowe
  Sawyer Schmidt Sharp Silva Snyder Stokes Tanner Thatcher Torres Tran Turner Vance Vargas Wagner
  Walker Ward Weaver Webb Whitaker Wheeler Wood Yang Yoder Zimmerman
`)

/** Town names have a beginning and an ending: Alderbrook. */
export const townBeginnings = words(`
  Alder Amber Apple Arbor Ash Aspen Barley Bay Beech Birch Black Bramble Brook Butter Cedar Cherry
  Chest Clay Clear Clover Cold Copper Corn Cross Crow Deer Dove Dun Eagle Elder Elm Ever Fair
  Fallow Fern Flint Fox Glen Gold Granite Green Hawk Hay Hazel Heather Hen Heron High Holly Iron
  Ivy Juniper Kettle Kings Lake Lark Laurel Lime Linden Long Maple Marl Meadow Mill Mist Moss
  Mulberry Oak Oat Orchard Otter Pear Pebble Pine Plum Quail Quarry Raven Red Ridge River Rock
  Rose Rye Sage Salt Sand Silver Spring Spruce Stone Summer Sun Swan Thistle Thorn Timber Valley
  Walnut Wheat White Wild Willow Wind Winter Wood Wren Yarrow
`)

export const townEndings = words(`
  bend borough bridge bury crest dale don field ford gate grove ham haven hurst land leigh ley low
  mere mont moor mount port side stead ston ton vale view ville ward well wick worth
`)

/** Ranch names: Bar K. */
export const brands = words(`
  Bar Box Circle Diamond Double Flying Lazy Rocking Rafter
`)

export const brandMarks = words(`
  B D E H J K L M N R S T V W X Z
`)

export const directions = words(`
  North South East West New Upper Lower Old
`)

export const roadNames = words(`
  Barn Brook Church Creek Depot Farm Ferry Forest Hill Hollow Lake Main Maple Market Meadow Mill
  North Orchard Park Pleasant Pond Quarry Ridge River School South Spring Station Valley Water
  West Willow
`)

export const roadKinds = words('Avenue Drive Lane Road Road Road Street Street Way')
