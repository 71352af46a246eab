import { useState } from 'react'
import { useLeaveRequest } from '#forms/unsaved.ts'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { Problem } from '#lib/problem.ts'
import { recall } from '#lib/storage.ts'
import { storedInvitation } from '#public-pages/invitation.ts'
import { useUpdate } from '#pwa/update-store.ts'
import { useBootState } from '#session/boot-state.ts'
import { useUser } from '#session/session.ts'
import { LazyPart } from '../lazy-part.tsx'
import { type OverlayName, useOverlay } from '../open-overlay.tsx'
import { useShortcuts } from '../palette/use-shortcuts.ts'
import { waitingHere } from './waiting-here.ts'

const joinTeam = () => import('./join-team.tsx').then(({ JoinTeam }) => JoinTeam)
const acceptIntegration = () => import('./accept-integration.tsx').then(({ AcceptIntegration }) => AcceptIntegration)
const updatePopover = () => import('./update-popover.tsx').then(({ UpdatePopover }) => UpdatePopover)

const leaveDialog = () => import('./leave-dialog.tsx').then(({ LeaveDialog }) => LeaveDialog)

const OPENED = {
  'switch-account': () => import('./switch-account.tsx').then(({ SwitchAccount }) => SwitchAccount),
  palette: () => import('../palette/palette.tsx').then(({ Palette }) => Palette),
  shortcuts: () => import('../palette/shortcuts-sheet.tsx').then(({ ShortcutsSheet }) => ShortcutsSheet),
} satisfies Record<OverlayName, unknown>

/** All overlays of the page: those that were opened, and those that appear automatically. */
export function Overlays() {
  useShortcuts()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const { now, close } = useOverlay()
  const { community, impersonated_by } = useBootState()
  const user = useUser()
  const { available } = useUpdate()
  const leaveRequest = useLeaveRequest()
  const [{ isInvited, comesFromCommunity }] = useState(() =>
    waitingHere({
      community,
      impersonated_by,
      by_sso: user?.by_sso,
      integrity: recall('integrity'),
      invitation: storedInvitation(),
    }),
  )
  const lost = () => {
    toast.problem(new Problem('unreachable'))
    close()
  }
  return (
    <>
      {isInvited && <LazyPart load={joinTeam} />}
      {comesFromCommunity && <LazyPart load={acceptIntegration} />}
      {available && <LazyPart load={updatePopover} />}
      {leaveRequest && <LazyPart load={leaveDialog} props={leaveRequest} onLost={leaveRequest.leave} />}
      {now && <LazyPart key={now} load={OPENED[now]} onLost={lost} />}
    </>
  )
}
