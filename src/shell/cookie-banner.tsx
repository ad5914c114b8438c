import css from './cookie-banner.module.css'
import type { WholeShop } from './shell-data.ts'

/**
 * Asks for the visitor's cookie preferences. In every page, because cached pages contain no visitor's choices; `head-tags.ts` shows
 * it before the first paint to visitors who have not answered. Its buttons work without scripts. Spec §2 "Cookie banner".
 */
export function CookieBanner({ shop: { storefront } }: { shop: WholeShop }) {
  const { is_cookie_warning_enabled, cookie_warning_message, privacypolicy_page } = storefront
  if (!is_cookie_warning_enabled) return null
  return (
    <section className={css.banner} aria-label="Cookies">
      <p>
        {cookie_warning_message}{' '}
        {privacypolicy_page && <a href={`/${privacypolicy_page.slug}`}>Privacy policy</a>}
      </p>
      <form method="post" action="/cookie-preferences" className={css.choices} data-cookie-form="">
        <button type="submit" name="choice" value="accept">
          Accept All
        </button>
        <button type="submit" name="choice" value="decline">
          Decline All
        </button>
        <button type="submit" name="choice" value="preferences">
          Cookie Preferences
        </button>
      </form>
    </section>
  )
}
