/**
 * Lines of a farm feed without any difficulty, some located, all by their ZIP code: which is quick,
 * since no coordinates are to be checked against the outlines of states.
 */
export const plainFeed = [
  {
    source_id: '1',
    name: 'Stone Creek Farm',
    state: 'VT',
    zip: '05602',
    products: ['eggs', 'kale'],
  },
  { source_id: '2', name: 'Long Row Farm', state: 'CA', zip: '95616', phone: '530-555-0101' },
  { source_id: '3', name: 'Davis Market', place_type: 'farmers_market', state: 'CA', zip: '95616' },
  { source_id: '4', name: 'Old Orchard', state: 'CA', zip: '94109', description: 'Äpfel.' },
  {
    source_id: '5',
    name: 'Island Farm',
    state: 'GU',
    zip: '96910',
    product_listings: [{ name: 'Eggs', price: 6.5, unit: 'dozen' }],
    updated_at: '2025-05-05T00:00:00Z',
  },
  { source_id: '6', name: 'Nowhere Farm' },
]
