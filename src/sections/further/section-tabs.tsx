import { type ReactNode, useId } from 'react'
import css from './section-tabs.module.css'

type Props = { label: string; tabs: readonly { title: string; content: ReactNode }[] }

/**
 * Up to six panels, one shown at a time. Radio buttons select it, so arrow keys work and nothing needs a script; the styles show the
 * panel that belongs to the checked one.
 */
export function SectionTabs({ label, tabs }: Props) {
  const name = useId()
  if (tabs.length < 2) return tabs[0]?.content
  return (
    <div className={css.tabs}>
      <fieldset className={css.list}>
        <legend className="visually-hidden">{label}</legend>
        {tabs.map(({ title }, at) => (
          <label key={at} className={css.tab}>
            <input type="radio" name={name} defaultChecked={at === 0} />
            {title}
          </label>
        ))}
      </fieldset>
      {tabs.map(({ title, content }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a panel of tabs is no landmark and no group of fields
        <div key={at} className={css.panel} role="group" aria-label={title}>
          {content}
        </div>
      ))}
    </div>
  )
}
