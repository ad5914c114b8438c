import { useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { Icon } from '#ui/icon.tsx'
import css from './notice-bar.module.css'
import { noticeKey } from './notice-key.ts'

const YEAR_SECONDS = 31_536_000

/** The merchant's message above everything, with its page where it has one; closed for good where it may be closed. */
export function NoticeBar() {
  const { storefront } = useShop()
  const [isClosed, setClosed] = useState(false)
  const { store_notice_message: message, notice_page: page } = storefront
  if (!storefront.is_store_notice_enabled || !message || isClosed) return null

  function close() {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is not everywhere yet
    document.cookie = `notice_closed=${noticeKey(message)};path=/;max-age=${YEAR_SECONDS};samesite=lax`
    setClosed(true)
  }

  return (
    <section
      className={css.bar}
      aria-label="Notice"
      style={{
        backgroundColor: storefront.store_notice_background_color,
        color: storefront.store_notice_text_color,
      }}
    >
      <p className={css.message}>
        {message} {page && <a href={`/${page.slug}`}>{page.name}</a>}
      </p>
      {storefront.store_notice_is_clearable && (
        <button type="button" className={css.close} aria-label="Close the notice" onClick={close}>
          <Icon name="close" size={16} />
        </button>
      )}
    </section>
  )
}
