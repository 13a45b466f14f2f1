/**
 * When two names would be mistaken for each other (P12, UTS 39): each name keeps to one script, and names whose skeletons
 * agree are twins. The skeleton is deliberately coarse: within one merchant's payees a false alarm costs a better name,
 * a missed twin costs money.
 */
import unhomoglyph from 'unhomoglyph'

const fold = (text: string): string => unhomoglyph(text).normalize('NFKD').toUpperCase().toLowerCase()

/** Equal for names that look alike. Folded twice, since a lower-case letter may itself look like something plainer. */
export const skeletonOf = (name: string): string =>
  fold(fold(name.normalize('NFC')))
    .replaceAll(/[\p{M}\p{P}\p{S}\p{Z}\p{C}]/gu, '')
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')
