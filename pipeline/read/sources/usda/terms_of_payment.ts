import { paymentMethods } from '../../../../data/vocabulary/vocabulary.ts'
import { semicolonList } from '../../lists.ts'

/**
 * Reads when and how a share is paid for (in advance, by installments, for labor): the answers that
 * the form offers. What operators wrote beside them are remarks (`half now, half in June`), no method.
 */
export function termsOfPayment(text: string | null): string[] | null {
  const known = semicolonList(text)?.filter((term) => paymentMethods.find(term) !== null)
  return known && known.length > 0 ? known : null
}
