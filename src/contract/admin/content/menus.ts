import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { Name } from '../catalog/catalog-fields.ts'
import { resourceEndpoints } from '../resource.ts'
import { Key, Link } from './content-fields.ts'

/** Levels of a menu that no part of the page shows, and of one in the header. */
export const MENU_LEVELS = 3

export const MenuRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  items: z.int(),
  /** The parts of the page that show it, such as `Header`. */
  shown_in: z.array(z.string()),
  /** How many levels these parts show. */
  levels: z.int().min(1).max(MENU_LEVELS),
})
export type MenuRow = z.infer<typeof MenuRow>

const Item = z.object({
  label: Text(120).min(1, 'Please enter a label').meta({ title: 'Label' }),
  url: Link,
  opens_new_tab: z.boolean().default(false).meta({ title: 'Opens a new tab' }),
  badge: Text(20)
    .default('')
    .meta({ title: 'Badge', description: 'A word beside the label, such as “New”.' }),
  image_path: Text(300)
    .nullable()
    .default(null)
    .meta({ title: 'Picture', description: 'Shown in the panel of a main item.' }),
})
const Items = <Of extends z.ZodType>(item: Of) => z.array(item).max(60)

/** One schema per level: the menu's depth is part of the contract. */
export const MenuValues = z.object({
  name: Name,
  slug: Key,
  items: Items(
    Item.extend({
      children: Items(Item.extend({ children: Items(Item).default([]) })).default([]),
    }),
  ).default([]),
})
export type MenuValues = z.output<typeof MenuValues>

/** An item with what is below it, whatever its level. */
export type MenuItemValues = z.output<typeof Item> & { children?: MenuItemValues[] }

export const menuEndpoints = resourceEndpoints({
  one: 'menu',
  many: 'menus',
  area: 'content',
  row: MenuRow,
  values: MenuValues,
  sort: ['name', 'id', 'items'],
  refusals: { remove: ['IN_USE'] },
})
