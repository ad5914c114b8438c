import { useEffect, useState } from 'react'
import * as limits from '#contract/limits.ts'
import { Icon } from '#ui/icon.tsx'
import css from './scroll-to-top.module.css'

/** Appears past half of the scrollable height (spec §2 Layout). Moves the focus to the top too. */
export function ScrollToTop() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const look = () => {
      const height = document.documentElement.scrollHeight - innerHeight
      setShown(height > innerHeight && scrollY > height * limits.scrollToTopAtShare)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  if (!isShown) return null

  return (
    <button
      type="button"
      className={css.button}
      aria-label="Back to the top"
      onClick={() => {
        scrollTo({
          top: 0,
          behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
        })
        document.getElementById('main')?.focus({ preventScroll: true })
      }}
    >
      <Icon name="arrow-up" />
    </button>
  )
}
