/** Failures that only staff in the console meet: their texts are in web/i18n/operator, which no customer loads. */
export const STAFF_PROBLEMS = {
  approval_needed: {
    status: 409,
    text: 'This is above the limit for one person. It now waits for the approval of a colleague.',
  },
  own_request: { status: 409, text: 'You requested this yourself. A colleague has to approve it.' },
  unknown_approval: { status: 404, text: 'This request no longer exists.' },
  already_decided: { status: 409, text: 'A colleague has already decided this, or it has expired.' },
  requester_lacks_role: { status: 409, text: 'The colleague who requested this no longer has permission to do it.' },
} as const
