import type { ReactNode } from 'react'
import { Picture } from '#ui/picture.tsx'
import css from './section-frame.module.css'
import type { SectionLayout } from './section-layout.ts'

/** Applies the layout options that all sections share. Visibility is CSS alone: the section is rendered once. */
export function SectionFrame({ layout, children }: { layout: SectionLayout; children: ReactNode }) {
  const { width, background, background_image, spacing, hide_on, anchor } = layout
  const hasBackground = background !== 'none' || background_image !== null
  return (
    <div
      id={anchor || undefined}
      className={css.frame}
      data-width={width}
      data-spacing={spacing}
      data-background={hasBackground ? background : undefined}
      data-hide-on={hide_on}
    >
      {background_image && (
        <div className={css.backdrop} aria-hidden="true">
          <Picture image={background_image} sizes="100vw" alt="" />
        </div>
      )}
      <div className={css.content}>{children}</div>
    </div>
  )
}
