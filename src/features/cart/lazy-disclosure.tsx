import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useAlive } from '#ui/use-alive.ts'
import css from './lazy-disclosure.module.css'

type Props<Panel extends object> = {
  label: ReactNode
  /** Text until the content has loaded. */
  waiting: string
  load: () => Promise<ComponentType<Panel>>
  panel: Panel
  /** Called once in the browser: whether it is open initially. */
  isOpenAtFirst?: () => boolean
  /** The content until hydration; without it there is nothing to open without JavaScript. */
  fallback?: ReactNode
  /** The server has something to say in the fallback. */
  isOpen?: boolean
}

/** A disclosure for rarely used content, whose code is loaded when the shopper reaches for it. */
export function LazyDisclosure<Panel extends object>(props: Props<Panel>) {
  const { label, waiting, load, panel, isOpenAtFirst, fallback, isOpen: isOpenFromServer = false } = props
  const [isOpen, setIsOpen] = useState(isOpenFromServer)
  const isAlive = useAlive()
  const [Content, setContent] = useState<ComponentType<Panel>>()
  const [hasFailed, setHasFailed] = useState(false)
  const fetchContent = () =>
    load().then(
      (content) => setContent(() => content),
      () => setHasFailed(true),
    )
  useEffect(() => {
    if (isOpenAtFirst?.()) setIsOpen(true)
    if (isOpenFromServer) void fetchContent()
  }, [])
  return (
    <details
      className={css.entry}
      data-scripts-only={fallback ? undefined : ''}
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
      {!isAlive && fallback}
      {isOpen && isAlive && !Content && (
        <p role="status" className={css.waiting}>
          {hasFailed ? 'This did not load. Please close it and try again.' : waiting}
        </p>
      )}
    </details>
  )
}
