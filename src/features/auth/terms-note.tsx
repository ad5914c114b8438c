import { useShop } from '#client/shop-context.ts'

/** Links to the terms in a new tab, so that the entered data is preserved. Spec §2 (terms and privacy links). */
export function TermsNote() {
  const { termsandconditions_page: terms, privacypolicy_page: privacy } = useShop().storefront
  if (!terms && !privacy) return null
  return (
    <p className="note">
      By registering you agree to our{' '}
      {terms && (
        <a href={`/${terms.slug}`} target="_blank" rel="noopener">
          terms and conditions
        </a>
      )}
      {terms && privacy && ' and '}
      {privacy && (
        <a href={`/${privacy.slug}`} target="_blank" rel="noopener">
          privacy policy
        </a>
      )}
      .
    </p>
  )
}
