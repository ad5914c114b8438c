import type { ComponentType } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'
import type { SectionView } from '../section.ts'
import { folderOfName } from '../section-names.ts'

/** Each folder beside this file is a section. */
const views = import.meta.glob<SectionView>('./*/view.tsx', { eager: true, import: 'default' })

type Props = { component: string; settings: never; data: never; isFirst: boolean }

/**
 * The sections outside the first screen of most home pages: one chunk, loaded where a page has one of them. Their styles are in the
 * second stylesheet, and the attribute makes the document link it.
 */
export const FurtherSection: ComponentType<Props> = ({ component, ...props }) => {
  const View = ownValue(views, `./${folderOfName(component)}/view.tsx`)
  return (
    View && (
      <div data-late-styles="" style={{ display: 'contents' }}>
        <View {...props} />
      </div>
    )
  )
}
