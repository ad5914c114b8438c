import { type ComponentType, createContext, createElement, useContext } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'
import { slotKey } from '#contract/slot-key.ts'
import type { SharedSlotName, SlotContents, SlotName, SlotViewProps } from '#contract/slots.ts'
import type { Route } from '#pages/route-table.ts'
import { lazyPart, loadLazyComponents } from './lazy-hydrated.tsx'
import { useShop } from './shop-context.ts'
import { readWebPlugin, readWebPlugins } from './web-plugin.ts'

/** The slot contents of the page, the shell or the dialog around a component. */
export const PageSlots = createContext<SlotContents>({})

type Props<Name extends SlotName> = {
  name: Name
  props: SlotViewProps<Name>
  /** The contents, where the page's own loader did not load them, such as the cart's. */
  contents?: SlotContents | undefined
}

/**
 * Renders what the active plugins add to a page: on the server, hydrated late like `lazyHydrated`, each plugin within its own error
 * boundary.
 */
export function Slot<Name extends SlotName>({ name, props, contents }: Props<Name>) {
  const ofPage = useContext(PageSlots)
  return (contents ?? ofPage)[slotKey(name, props)]?.map((content) => {
    const { module_name: key, data, consent } = content
    const view = pluginView(key, name)
    const viewProps: object = { key, ...props, data }
    return consent
      ? createElement(consentedSlot.Component, { key, consent, view, viewProps })
      : createElement(view.Component, viewProps)
  })
}

/** A slot that the page repeats: its contents came with the frame of the page. */
export const SharedSlot = <Name extends SharedSlotName>(slot: Pick<Props<Name>, 'name' | 'props'>) => (
  <Slot {...slot} contents={useShop().plugins?.slots ?? noContents} />
)

const noContents: SlotContents = {}

const consentedSlot = lazyPart(() => import('./consented-slot.tsx').then((module) => module.ConsentedSlot))

export type PluginView = { Component: ComponentType<object>; load: () => Promise<void> }

const views = new Map<string, PluginView>()

/** A plugin's view of a slot or a section. Declared when it is first rendered, so that only views in use are fetched. */
export function pluginView(module_name: string, name: string): PluginView {
  const key = `${module_name} ${name}`
  const view = views.get(key) ?? lazyPart(() => importView(module_name, name))
  views.set(key, view)
  return view
}

type LoadView = (() => Promise<unknown>) | undefined

/** @throws when the plugin has no such view, or its chunk cannot be fetched. */
export async function importView(module_name: string, name: string): Promise<ComponentType<object>> {
  const { slots, sections } = await readWebPlugin(module_name)
  const view = await (ownValue<LoadView>(slots ?? {}, name) ?? sections?.[name])?.()
  if (!view) throw new Error(`The plugin ${module_name} has no view called ${name}`)
  return view as ComponentType<object>
}

/** Loads the code of the given slots before they are rendered without server markup. A slot that fails reports it where it is rendered. */
export const loadSlotViews = (slots: SlotContents = {}): Promise<unknown> =>
  Promise.allSettled(
    Object.entries(slots).flatMap(([key, contents]) =>
      contents.flatMap(({ module_name, consent }) =>
        consent ? [] : [pluginView(module_name, key.split(':')[0] ?? '').load()],
      ),
    ),
  )

type PageData = { slots?: SlotContents; sections?: { component: string; plugin?: string }[] }

/** The same for the page of a soft navigation, whose loader returns its contents as `slots`; also for its sections. */
export async function loadPageSlots({ data }: { data: unknown }) {
  const { slots, sections = [] } = (data ?? {}) as PageData
  const views = sections.flatMap(({ plugin, component }) => (plugin ? [pluginView(plugin, component)] : []))
  await Promise.allSettled([loadSlotViews(slots), ...views.map(({ load }) => load())])
}

let loadingAll: Promise<unknown> | undefined

/** On the server: the views of all installed plugins and the lazy components in them, so that rendering never waits for one. */
export function loadAllSlots() {
  loadingAll ??= loadPluginViews().then(loadLazyComponents)
  return loadingAll
}

async function loadPluginViews() {
  const plugins = await readWebPlugins()
  await Promise.all([
    consentedSlot.load(),
    ...plugins.map(async ({ module_name, slots, sections }) => {
      const names = Object.keys({ ...slots, ...sections })
      await Promise.all(names.map((name) => pluginView(module_name, name).load()))
    }),
  ])
}

/** A route whose view finds the contents of its slots: its loader returns them as `slots`. */
export function withSlots({ view, ...route }: Route): Route {
  if (!view) return route
  return {
    ...route,
    async view() {
      const { default: Screen } = (await view()) as { default: ComponentType<{ slots?: SlotContents }> }
      const WithSlots = (props: { slots?: SlotContents }) => (
        <PageSlots value={props.slots ?? {}}>
          <Screen {...props} />
        </PageSlots>
      )
      return { default: WithSlots as ComponentType<never> }
    },
  }
}
