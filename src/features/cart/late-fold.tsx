import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import css from './late-fold.module.css'

type Props<Panel extends object> = {
  label: ReactNode
  /** What is said until the content is there. */
  waiting: string
  load: () => Promise<ComponentType<Panel>>
  panel: Panel
  /** Asked once in the browser: is it open from the beginning? */
  isOpenAtFirst?: () => boolean
}

/** Something that few need: folded, and its content is code of its own, fetched when somebody reaches for it. */
export function LateFold<Panel extends object>({ label, waiting, load, panel, isOpenAtFirst }: Props<Panel>) {
  const [isOpen, setIsOpen] = useState(false)
  const [Content, setContent] = useState<ComponentType<Panel>>()
  const [hasFailed, setHasFailed] = useState(false)
  const fetchContent = () =>
    load().then(
      (content) => setContent(() => content),
      () => setHasFailed(true),
    )
  useEffect(() => {
    if (isOpenAtFirst?.()) setIsOpen(true)
  }, [])
  return (
    <details
      className={css.entry}
      open={isOpen}
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open)
        setHasFailed(false)
        if (event.currentTarget.open) void fetchContent()
      }}
    >
      <summary className={css.fold} onPointerEnter={() => void fetchContent()}>
        {label} <Icon name="chevron-down" size={18} />
      </summary>
      {isOpen && Content && <Content {...panel} />}
      {isOpen && !Content && (
        <p role="status" className={css.waiting}>
          {hasFailed ? 'This did not load. Please close it and try again.' : waiting}
        </p>
      )}
    </details>
  )
}
