import { useShop } from '#client/shop-context.ts'
import { parseInline } from '#contract/rules/inline-markup.ts'
import { inlineText } from '#features/blog/inline-text.tsx'

/** What a form consents to. The shop's privacy policy follows a text without a link. */
export function ConsentNote({ text, className }: { text: string; className: string | undefined }) {
  const { privacypolicy_page: policy } = useShop().storefront
  const hasLink = parseInline(text).some(({ href }) => href !== undefined)
  return (
    <p className={className}>
      {inlineText(text)}
      {!hasLink && policy && (
        <>
          {' '}
          <a href={`/${policy.slug}`}>Privacy policy</a>
        </>
      )}
    </p>
  )
}
