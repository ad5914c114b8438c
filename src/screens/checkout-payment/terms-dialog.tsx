import { useEffect, useState } from 'react'
import { contentApi } from '#client/content-api.ts'
import RichText from '#sections/rich-text/view.tsx'
import type { Block } from '#sections/section-shapes.ts'
import { Dialog } from '#ui/dialog.tsx'
import css from './terms-dialog.module.css'

type Text = { key: string; title: string; blocks: Block[] }

type Props = { slug: string; onClose: () => void }

/** The shop's terms, read without leaving the checkout: the texts of their page, which has its own address too. */
export default function TermsDialog({ slug, onClose }: Props) {
  const [texts, setTexts] = useState<Text[] | 'failed' | null>(null)
  useEffect(() => {
    const stopped = new AbortController()
    void contentApi.content.page({ id: slug }, { silent: true }).then((reply) => {
      if (stopped.signal.aborted) return
      setTexts(reply.status === 'success' ? textsIn(reply.data.sections) : 'failed')
    })
    return () => stopped.abort()
  }, [slug])

  return (
    <Dialog title="Terms and conditions" onClose={onClose}>
      {texts === null && <p role="status">One moment …</p>}
      {texts === 'failed' && (
        <p role="alert">
          The terms could not be loaded. <a href={`/${slug}`}>Read them on their own page</a>
        </p>
      )}
      {Array.isArray(texts) && (
        <div className={css.texts}>
          {texts.map(({ key, title, blocks }) => (
            <RichText key={key} settings={{ title, blocks }} data={null} isFirst={false} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

/** A heading that says what the dialog is called already is left out. */
const textsIn = (sections: readonly { key: string; component: string; settings: unknown }[]): Text[] =>
  sections
    .filter(({ component }) => component === 'RichText')
    .map(({ key, settings }, at) => {
      const { title = '', blocks = [] } = settings as Partial<Text>
      return { key, title: at === 0 ? '' : title, blocks }
    })
