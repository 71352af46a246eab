import { useState } from 'react'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-items.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { avatarLabel } from '#ui/show/initials.ts'
import { KeyValues } from '#ui/show/key-values.tsx'
import styles from './development.module.css'
import { taskFacts } from './samples.tsx'
import { Specimen } from './specimen.tsx'

type Open = 'accept' | 'switch' | 'right' | 'left' | null
type TabId = 'requests' | 'webhooks' | 'codes'

export function Overlays() {
  const [open, setOpen] = useState<Open>(null)
  const [tab, setTab] = useState<TabId>('requests')
  const [theme, setTheme] = useState('light')
  const close = () => setOpen(null)
  const entries: MenuEntry[] = [
    { label: 'Profile', icon: 'user', href: '#overlays' },
    { label: 'Switch account', icon: 'users', onSelect: () => setOpen('switch') },
    { label: 'Documentation', icon: 'book', href: 'https://example.com', external: true },
    { kind: 'line' },
    { kind: 'heading', label: 'Theme' },
    { label: 'Light', icon: 'sun', chosen: theme === 'light', onSelect: () => setTheme('light') },
    { label: 'Dark', icon: 'moon', chosen: theme === 'dark', onSelect: () => setTheme('dark') },
    { kind: 'line' },
    { label: 'Not yet', icon: 'lock', disabled: true },
    { label: 'Sign out', icon: 'sign-out', tone: 'danger' },
  ]
  return (
    <>
      <Specimen name="Menu">
        <Menu
          label="Account"
          entries={entries}
          head={<strong>Ada Lovelace</strong>}
          trigger={(props) => (
            <button
              type="button"
              {...props}
              className={styles.round}
              aria-label={avatarLabel('Ada Lovelace', 'account menu')}
            >
              <Avatar name="Ada Lovelace" />
            </button>
          )}
        />
        <Menu
          label="Row"
          entries={entries}
          position={{ side: 'bottom', align: 'end' }}
          trigger={(props) => <IconButton {...props} icon="more" label="More" />}
        />
      </Specimen>
      <Specimen name="Dialog, Drawer">
        <Button onClick={() => setOpen('accept')}>700 × 580</Button>
        <Button onClick={() => setOpen('switch')}>320 × 400</Button>
        <Button onClick={() => setOpen('right')}>Right drawer</Button>
        <Button onClick={() => setOpen('left')}>Left drawer</Button>
      </Specimen>
      <Specimen name="Tabs" wide>
        <div>
          <Tabs
            label="Errors"
            value={tab}
            onChange={setTab}
            tabs={[
              { id: 'requests', label: 'Requests', count: 128 },
              { id: 'webhooks', label: 'Webhooks', count: 3 },
              { id: 'codes', label: 'Code reference' },
            ]}
          >
            What belongs to “{tab}”.
          </Tabs>
        </div>
      </Specimen>
      <Specimen name="KeyValues">
        <KeyValues items={taskFacts} />
      </Specimen>
      <Dialog
        open={open === 'accept'}
        onClose={close}
        title="Accept Integration"
        width={700}
        height={580}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button tone="primary" onClick={close}>
              Accept
            </Button>
          </>
        }
      >
        <p>Sign in to the community feedback platform.</p>
        <Field label="Your name there" defaultValue="Ada" />
      </Dialog>
      <Dialog open={open === 'switch'} onClose={close} title="Switch Account" width={320} height={400}>
        Choose between the personal and the team login.
      </Dialog>
      <Drawer
        open={open === 'right'}
        onClose={close}
        title="Task 11081545-3399-0545-0000-17b17e70d2b4"
        footer={<Button tone="primary">Open in Playground</Button>}
      >
        <KeyValues items={taskFacts} />
      </Drawer>
      <Drawer open={open === 'left'} onClose={close} title="Menu" side="left">
        The menu of a phone.
      </Drawer>
    </>
  )
}
