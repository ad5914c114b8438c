import { useRef, useState } from 'react'
import { pluginProductPanels } from '#admin/admin-plugin.ts'
import { LoadedPart } from '#admin/parts/failure.tsx'
import { useSession } from '#admin/session-context.ts'

type Save = () => Promise<boolean>

/** The unsaved changes of the cards of plugins, which are saved after the product. */
export function useProductPanels() {
  const saves = useRef(new Map<string, Save>())
  const [isDirty, setDirty] = useState(false)
  return {
    isDirty,
    onUnsaved(key: string, save: Save | undefined) {
      if (save) saves.current.set(key, save)
      else saves.current.delete(key)
      setDirty(saves.current.size > 0)
    },
    async save() {
      for (const save of [...saves.current.values()]) await save()
    },
  }
}

type Props = {
  productId: number
  isReadOnly: boolean
  onUnsaved: (key: string, save: Save | undefined) => void
}

/** The cards of the active plugins in the editor of a product that is stored. */
export function ProductPanels({ productId, isReadOnly, onUnsaved }: Props) {
  const { session } = useSession()
  return pluginProductPanels(session.plugins).map(({ key, Panel }) => (
    <LoadedPart key={key}>
      <Panel productId={productId} isReadOnly={isReadOnly} onUnsaved={(save) => onUnsaved(key, save)} />
    </LoadedPart>
  ))
}
