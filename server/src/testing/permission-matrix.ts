export const ACTORS = [
  /** Not signed in. */
  'anonymous',
  /** The owner of the account that "own" refers to, working on its login. */
  'owner',
  /** Members of that account's team, working on its login. */
  'admin',
  'developer',
  'finance',
  'viewer',
  /** A child account of the owner and a viewer in the team; works on a login of their own. */
  'child',
  /** An admin in the owner's team who works on a login of their own. */
  'guest',
  /** The owner of another account, in no team. */
  'neighbour',
  /** A staff member in their own account. */
  'staff',
  /** A staff member who acts as the owner. */
  'acting',
  /** The command line, with the operator's token and no session. */
  'operator',
] as const
export type ActorName = (typeof ACTORS)[number]

/** Whether the input names an object of the actor's account or of another one. */
export const RELATIONS = ['own', 'other'] as const
export type Relation = (typeof RELATIONS)[number]

/**
 * The intended permissions, written by hand, derived from nothing, and compared with the server's behaviour.
 *
 * ok       reaches the rule and gets its answer: 200, or the problem named by `ok=` where an answer needs more (a link)
 * sign-in  sign_in_needed
 * no       not_allowed
 * acting   not_while_acting
 * staff    staff_only
 * stays    founder_stays: the founder of the account cannot be removed
 * forged   it came without the anti-forgery token a page of ours sends
 * gone     the problem named by `gone=`, byte for byte as for something that does not exist
 * none     200, byte for byte as for something that does not exist, and nothing happened
 *
 * The second line of an endpoint is about an object of another account: of the parent for `child`, of the team for `guest`,
 * of an unrelated account for the others. Without one the input names no object, and the first line counts for both.
 */
export const MATRIX = `
endpoint                                  anonymous owner   admin   developer finance viewer  child   guest   neighbour staff   acting  operator

auth.authenticate                         ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.register                             ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.signout                              ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.reauthenticate                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
auth.challenge                            ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      ok
auth.checkActivation                      ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.activateAccount                      ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=link_used
auth.rejectActivation                     ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.resendActivation                     ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.sendForgotPasswordEmail              ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.sendResetPasswordCheckRequest        ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.sendResetPasswordRequest             ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=link_used
auth.sendCheckUnsubscribeDataRequest      ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.sendUnsubscribeRequest               ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.checkLink                            ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
auth.loginToken                           ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=link_used
auth.loginOnetime                         ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=link_used
auth.secondFactor                         ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=sign_in_again
auth.confirmFactor                        sign-in   no      no      no        no      no      no      no      no        ok      acting  forged   ok=wrong_code
auth.loginOnetimeAdmin                    staff     staff   staff   staff     staff   staff   staff   staff   staff     ok      acting  forged   ok=link_used
auth.endImpersonation                     ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
emailRestore.checkEmailRestore            ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
emailRestore.restoreEmail                 ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=link_used
passkeySignIn.passkeyChallenge            ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
passkeySignIn.signInByPasskey             ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=passkey_failed
passkeySignIn.reauthenticateByPasskey     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged   ok=passkey_failed
staffPasskeys.listStaffPasskeys           sign-in   no      no      no        no      no      no      no      no        ok      no      sign-in
staffPasskeys.beginStaffPasskey           sign-in   no      no      no        no      no      no      no      no        ok      acting  forged
staffPasskeys.addStaffPasskey             sign-in   no      no      no        no      no      no      no      no        ok      acting  forged   ok=passkey_failed
staffPasskeys.removeStaffPasskey          sign-in   no      no      no        no      no      no      no      no        ok      acting  forged
staffPasskeys.confirmByPasskey            sign-in   no      no      no        no      no      no      no      no        ok      acting  forged   ok=passkey_failed
auth.goToThirdParty                       ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=third_party_missing
auth.loginByThirdParty                    ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=third_party_failed

users.getUserData                         sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
users.getUpdatedUserObject                sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
users.setActiveApiUser                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    forged
users.setConsentData                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
users.setLanguage                         sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
users.setTheme                            sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged

profile.getProfile                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
profile.saveProfile                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
profile.changePassword                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
profile.savePreferences                   sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
profile.endSession                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
  of another account                      sign-in   none    none    none      none    none    none    none    none      none    acting  forged
profile.endOtherSessions                  sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
profile.mailPasswordLink                  sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
profile.unlinkIdentity                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
profile.beginFactor                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        no      acting  forged
profile.turnOnFactor                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        no      acting  forged   ok=wrong_code
profile.turnOffFactor                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        no      acting  forged   ok=wrong_code
profile.renewRecoveryCodes                sign-in   ok      ok      ok        ok      ok      ok      ok      ok        no      acting  forged   ok=wrong_code
profile.requestEmailChange                sign-in   ok      ok      ok        ok      ok      ok      ok      ok        no      acting  forged
profile.confirmEmailChange                sign-in   ok      ok      ok        ok      ok      ok      ok      ok        no      acting  forged   ok=wrong_code
profile.beginPasskey                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        no      acting  forged
profile.addPasskey                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        no      acting  forged   ok=passkey_failed
profile.removePasskey                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        no      acting  forged

closing.getClosing                        sign-in   ok      no      no        no      no      ok      ok      ok        no      ok      sign-in
closing.closeAccount                      sign-in   ok      no      no        no      no      ok      ok      ok        no      acting  forged   ok=invalid_input
closing.keepAccount                       sign-in   ok      no      no        no      no      ok      ok      ok        no      acting  forged
dataExport.getExport                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
dataExport.prepareExport                  sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged
dataExport.file                           sign-in   ok      gone    gone      gone    gone    ok      ok      ok        ok      acting  sign-in  gone=unknown_export
  of another account                      sign-in   gone    gone    gone      gone    gone    gone    gone    gone      gone    acting  sign-in

team.getTeam                              sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
team.invite                               sign-in   ok      ok      no        no      no      ok      ok      ok        ok      acting  forged
team.resendInvitation                     sign-in   ok      ok      no        no      no      ok      ok      ok        ok      acting  forged   gone=link_used
  of another account                      sign-in   gone    gone    no        no      no      gone    gone    gone      gone    acting  forged
team.revokeInvitation                     sign-in   ok      ok      no        no      no      ok      ok      ok        ok      acting  forged   gone=link_used
  of another account                      sign-in   gone    gone    no        no      no      gone    gone    gone      gone    acting  forged
team.changeRole                           sign-in   ok      ok      no        no      no      ok      ok      ok        ok      acting  forged   gone=unknown_user
  of another account                      sign-in   gone    gone    no        no      no      gone    gone    gone      gone    acting  forged
team.changeCap                            sign-in   ok      ok      no        no      no      ok      ok      ok        ok      acting  forged   gone=unknown_user
  of another account                      sign-in   gone    gone    no        no      no      gone    gone    gone      gone    acting  forged
team.removeMember                         sign-in   ok      ok      no        no      no      ok      ok      ok        ok      acting  forged   gone=unknown_user
  of another account                      sign-in   gone    gone    no        no      no      gone    gone    gone      gone    acting  forged
team.transferOwnership                    sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged   gone=unknown_user
  of another account                      sign-in   gone    no      no        no      no      gone    gone    gone      gone    acting  forged
team.requireFactor                        sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged
team.leaveTeam                            sign-in   stays   ok      ok        ok      ok      stays   stays   stays     stays   acting  forged
joinTeam.checkInvitation                  ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
joinTeam.acceptInvitation                 sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged   ok=invitation_over

sso.getSso                                sign-in   ok      no      no        no      no      ok      ok      ok        ok      ok      sign-in
sso.saveSso                               sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged   ok=sso_unreachable
sso.switchSso                             sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged   ok=sso_not_ready
sso.removeSso                             sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged
sso.addSsoDomain                          sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged
sso.proveSsoDomain                        sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged   ok=unknown_domain
sso.mailSsoDomain                         sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged   ok=unknown_domain
sso.removeSsoDomain                       sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged   ok=unknown_domain
sso.testSso                               sign-in   ok      no      no        no      no      ok      ok      ok        ok      acting  forged   ok=sso_not_ready
ssoSignIn.beginSso                        ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=sso_unknown
ssoSignIn.confirmBySso                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged   ok=sso_not_connected
ssoSignIn.finishSso                       ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=sso_failed
ssoSignIn.connectSso                      ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=sso_failed
ssoSignIn.checkSsoDomain                  ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged
ssoSignIn.confirmSsoDomain                ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   ok=link_used

access.getAccessInfo                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
access.getApiUserCredits                  sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
access.getLimitsInfo                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
access.getCredentials                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-access
access.showPassword                       sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-access
access.regeneratePassword                 sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-access
users.emailCredentials                    sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-access
access.getIpAccess                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-access
access.saveIpAccess                       sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-access
access.getLogins                          sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-access
access.addMachineLogin                    sign-in   ok      ok      no        no      no      ok      ok      ok        ok      acting  forged   module=/api-access
access.setLoginOff                        sign-in   ok      ok      no        no      no      ok      ok      ok        ok      acting  forged   module=/api-access gone=unknown_login
  of another account                      sign-in   gone    gone    no        no      no      gone    gone    gone      gone    acting  forged
access.getMoneyLogins                     sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/api-access
access.moveMoney                          sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-access gone=unknown_login
  of another account                      sign-in   gone    gone    no        gone    no      gone    gone    gone      gone    acting  forged
access.getAccessActivity                  sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-access
access.activityExport                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-access
securityLog.getSecurityLog                sign-in   ok      ok      no        no      no      ok      ok      ok        ok      ok      sign-in
securityLog.export                        sign-in   ok      ok      no        no      no      ok      ok      ok        ok      ok      sign-in

agents.getAgents                          sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-access
agents.addAgent                           sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-access
agents.revokeAgent                        sign-in   ok      ok      gone      no      no      ok      ok      ok        ok      acting  forged   module=/api-access gone=unknown_agent
  of another account                      sign-in   gone    gone    gone      no      no      gone    gone    gone      gone    acting  forged

apiKeys.getKeys                           sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-access
apiKeys.addKey                            sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-access
apiKeys.changeKey                         sign-in   ok      gone    gone      no      no      ok      ok      ok        ok      acting  forged   module=/api-access gone=unknown_key
  of another account                      sign-in   gone    gone    gone      no      no      gone    gone    gone      gone    acting  forged
apiKeys.rotateKey                         sign-in   ok      gone    gone      no      no      ok      ok      ok        ok      acting  forged   module=/api-access gone=unknown_key
  of another account                      sign-in   gone    gone    gone      no      no      gone    gone    gone      gone    acting  forged
apiKeys.revokeKey                         sign-in   ok      ok      gone      no      no      ok      ok      ok        ok      acting  forged   module=/api-access gone=unknown_key
  of another account                      sign-in   gone    gone    gone      no      no      gone    gone    gone      gone    acting  forged

catalogue.list                            sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
catalogue.get                             sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in

search.find                               sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
  of another account                      sign-in   none    none    none      none    none    none    none    none      none    none    sign-in

settings.getSettings                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-settings
settings.saveSpendLimit                   sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings
settings.saveDuplicates                   sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-settings
settings.saveWebhookDelay                 sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-settings
settings.saveAlerts                       sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings

settings.saveAnswers                      sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-settings

alerting.getAlertWebhook                  sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/api-settings
alerting.saveAlertWebhook                 sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings
alerting.rotateAlertSecret                sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings
alerting.sendTestAlert                    sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings
alerting.replayAlert                      sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings gone=not_stored
  of another account                      sign-in   gone    gone    no        gone    no      gone    gone    gone      gone    acting  forged

alertChannels.getChannels                 sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/api-settings
alertChannels.addChannel                  sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings
alertChannels.removeChannel               sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings gone=not_stored
  of another account                      sign-in   gone    gone    no        gone    no      gone    gone    gone      gone    acting  forged
alertChannels.testChannel                 sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings gone=not_stored
  of another account                      sign-in   gone    gone    no        gone    no      gone    gone    gone      gone    acting  forged
alertChannels.retryDelivery               sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings gone=not_stored
  of another account                      sign-in   gone    gone    no        gone    no      gone    gone    gone      gone    acting  forged

budgets.getBudgets                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-settings
budgets.saveBudget                        sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings
budgets.removeBudget                      sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-settings gone=not_stored
  of another account                      sign-in   gone    gone    no        gone    no      gone    gone    gone      gone    acting  forged
budgets.explainToday                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-settings
budgets.costAsTasks                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-settings

inboxCount.getUnread                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
inbox.getInbox                            sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
inbox.markRead                            sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged

gateway.testConnection                    sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-access

playground.runInSandbox                   sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged   module=/api-playground
playground.runLive                        sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-playground
playground.checkRun                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      forged   module=/api-playground
playground.fetchTask                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged   module=/api-playground ok=not_allowed
playground.getSetup                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-playground
playground.lookUp                         sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-playground
playground.getHistory                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-playground
playground.getResult                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-playground ok=not_allowed
playground.getSaved                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-playground
playground.saveRequest                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged   module=/api-playground
playground.changeSaved                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged   module=/api-playground ok=not_allowed
playground.removeSaved                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged   module=/api-playground

payments.getSetup                         sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
payments.quote                            sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
payments.createOrder                      sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows
payments.getOrder                         sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows gone=unknown_order
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    gone    sign-in
payments.cancelOrder                      sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows gone=unknown_order
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    acting  forged
payments.listOrders                       sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
payments.getMethods                       sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
payments.addMethod                        sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows
payments.setDefaultMethod                 sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows gone=unknown_method
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    acting  forged
payments.setBackupMethod                  sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows gone=unknown_method
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    acting  forged
payments.removeMethod                     sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows gone=unknown_method
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    acting  forged

billing.getDetails                        sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
billing.saveDetails                       sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows
billing.setStatements                     sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows
billing.listDocuments                     sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
billing.getHistory                        sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
billing.document                          sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows gone=unknown_document
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    gone    sign-in
billing.eInvoice                          sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows gone=unknown_document
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    gone    sign-in
billing.documents                         sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
billing.history                           sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
billing.focus                             sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
subscriptions.getActive                   sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
subscriptions.getSubscriptions            sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/api-access-subscription
subscriptions.getCalculator               sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/backlinks-subscription
subscriptions.activate                    sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-access-subscription ok=price_changed
subscriptions.cancel                      sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-access-subscription ok=not_subscribed
subscriptions.resume                      sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/api-access-subscription ok=not_subscribed
recharge.getActive                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
recharge.getRecharge                      sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
recharge.saveRecharge                     sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows gone=unknown_method
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    acting  forged
recharge.turnOff                          sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows

testProcessor.getCheckout                 sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows gone=not_allowed
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    gone    sign-in
testProcessor.decide                      sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows gone=not_allowed
  of another account                      sign-in   gone    no      no        gone    no      gone    gone    gone      gone    acting  forged

usage.getUsageChoices                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-detail
usage.getUsageSummary                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-detail gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
usage.getUsageSeries                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-detail gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
usage.getUsageTasks                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-detail gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
usage.getUsageTask                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-detail gone=not_allowed
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
usage.getUsageAnswer                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-detail gone=not_allowed
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
usage.getUsageOverview                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-detail gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
usage.export                              sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-detail gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
usageViews.getUsageViews                  sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-detail
usageViews.saveUsageView                  sign-in   ok      ok      ok        ok      no      ok      ok      ok        ok      acting  forged   module=/api-detail
usageViews.removeUsageView                sign-in   ok      ok      ok        ok      no      ok      ok      ok        ok      acting  forged   module=/api-detail

errors.getErrorChoices                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-errors gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
errors.getErrorGroups                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-errors gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
errors.getErrorHistogram                  sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-errors gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
errors.getErrorRows                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-errors gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
errors.getError                           sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-errors gone=not_allowed
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
errors.getErrorAnswer                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-errors gone=not_allowed
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
errors.resendWebhooks                     sign-in   ok      ok      ok        no      no      ok      ok      ok        ok      acting  forged   module=/api-errors
  of another account                      sign-in   none    none    none      no      no      none    none    none      none    acting  forged
errors.export                             sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-errors gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in

dashboard.getStates                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-dashboard
dashboard.getBalance                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-dashboard gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
dashboard.getToday                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-dashboard gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
dashboard.getMonth                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-dashboard gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
dashboard.getSpendByDay                   sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-dashboard gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
dashboard.getTopFunctions                 sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-dashboard gone=unknown_login
  of another account                      sign-in   gone    gone    gone      gone    gone    ok      ok      gone      gone    gone    sign-in
dashboard.getServiceStatus                sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-dashboard
dashboard.getSubscriptions                sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-dashboard
dashboard.getStart                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/api-dashboard
dashboard.dismissStart                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged   module=/api-dashboard

promo.getUses                             sign-in   ok      no      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/users/getrows
promo.redeem                              sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/users/getrows ok=promo_unknown
databases.listDatabases                   sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/databases/list
databases.getDatabase                     sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/databases/list
databases.getSample                       sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/databases/list
databases.sampleFile                      sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/databases/list
databases.getFunds                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/databases/list
databases.buy                             sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      acting  forged   module=/databases/list
databaseCards.payByCard                   sign-in   ok      no      no        ok      no      ok      ok      ok        ok      acting  forged   module=/databases/list ok=order_changed
databases.getPurchases                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in  module=/databases/purchases
databases.issueLinks                      sign-in   ok      ok      ok        ok      no      ok      ok      ok        ok      acting  forged   module=/databases/purchases gone=unknown_purchase
  of another account                      sign-in   gone    gone    gone      gone    no      gone    gone    gone      gone    acting  forged
databases.receipt                         sign-in   ok      ok      no        ok      no      ok      ok      ok        ok      ok      sign-in  module=/databases/purchases gone=unknown_purchase
  of another account                      sign-in   gone    gone    no        gone    no      gone    gone    gone      gone    gone    sign-in

live.getLive                              sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
live.stream                               sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in

updates.getUpdates                        sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in
updates.markUpdatesRead                   sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged

whitelabel.getWlHelpRedirectUrl           sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      sign-in

community.integritySso                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged

scripts.claimSignUp                    sign-in   ok      ok      ok        ok      ok      ok      ok      ok        ok      acting  forged

booting.boot                              ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      ok

operator.listFunctions                    no        no      no      no        no      no      no      no      no        no      no      ok
operator.showFunction                     no        no      no      no        no      no      no      no      no        no      no      ok
operator.listUploads                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.showUpload                       no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.uploadFile                       no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.tryUpload                        no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.activateUpload                   no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.loadedCatalogue                  no        no      no      no        no      no      no      no      no        no      no      ok
live.staffStream                          no        no      no      no        no      no      no      no      no        no      no      no

together.read                             ok        ok      ok      ok        ok      ok      ok      ok      ok        ok      ok      ok
operator.consoleMe                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.findCustomers                    no        no      no      no        no      no      no      no      no        no      no      ok
operator.findRequest                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.today                            no        no      no      no        no      no      no      no      no        no      no      ok
operator.customer                         no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.customerSpend                    no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.customerPayments                 no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.customerTimeline                 no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.customerMails                    no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.customerErrors                   no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.listColleagues                   no        no      no      no        no      no      no      no      no        no      no      ok
operator.addCustomerNote                  no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.listApprovals                    no        no      no      no        no      no      no      no      no        no      no      ok
operator.decideApproval                   no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_approval
operator.setStaffRole                     no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.showUser                         no        no      no      no        no      no      no      no      no        no      no      ok
operator.addStaff                         no        no      no      no        no      no      no      no      no        no      no      ok
operator.listStaff                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.removeStaff                      no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.renewStaffFactor                 no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.resetFactor                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.endUserSessions                  no        no      no      no        no      no      no      no      no        no      no      ok
operator.verifyAudit                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.exportAudit                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.listMails                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.previewMail                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.sendTestMail                     no        no      no      no        no      no      no      no      no        no      no      ok       ok=staff_only
operator.listScripts                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.listAudit                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.listUsers                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.disableUser                      no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.enableUser                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.closeUser                        no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.keepUser                         no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.confirmUser                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.unconfirm                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.grant                            no        no      no      no        no      no      no      no      no        no      no      ok
operator.revoke                           no        no      no      no        no      no      no      no      no        no      no      ok
operator.credit                           no        no      no      no        no      no      no      no      no        no      no      ok
operator.setLogin                         no        no      no      no        no      no      no      no      no        no      no      ok
operator.impersonate                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.onetime                          no        no      no      no        no      no      no      no      no        no      no      ok
operator.setWhitelabel                    no        no      no      no        no      no      no      no      no        no      no      ok
operator.listWhitelabels                  no        no      no      no        no      no      no      no      no        no      no      ok
operator.removeWhitelabel                 no        no      no      no        no      no      no      no      no        no      no      ok
operator.publishDatabase                  no        no      no      no        no      no      no      no      no        no      no      ok   ok=invalid_input
operator.addNotice                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.listNotices                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.removeNotice                     no        no      no      no        no      no      no      no      no        no      no      ok
operator.updateIncident                   no        no      no      no        no      no      no      no      no        no      no      ok
operator.listIncidents                    no        no      no      no        no      no      no      no      no        no      no      ok
operator.removeIncident                   no        no      no      no        no      no      no      no      no        no      no      ok
operator.addToken                         no        no      no      no        no      no      no      no      no        no      no      ok
operator.listTokens                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.revokeToken                      no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.openApi                          no        no      no      no        no      no      no      no      no        no      no      ok
operator.addWebhook                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.setWebhook                       no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.rotateWebhookSecret              no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.removeWebhook                    no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.testWebhook                      no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.replayDelivery                   no        no      no      no        no      no      no      no      no        no      no      ok       ok=not_stored
operator.listWebhooks                     no        no      no      no        no      no      no      no      no        no      no      ok
operator.listDeliveries                   no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.addPromo                         no        no      no      no        no      no      no      no      no        no      no      ok
operator.listPromos                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.endPromo                         no        no      no      no        no      no      no      no      no        no      no      ok       ok=promo_unknown
operator.listPayments                     no        no      no      no        no      no      no      no      no        no      no      ok
operator.showPayment                      no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_order
operator.refundCall                       no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.refundPayment                    no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_order
operator.confirmWire                      no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_order
operator.disputeTestPayment               no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_order
operator.reconcilePayments                no        no      no      no        no      no      no      no      no        no      no      ok
operator.paymentFindings                  no        no      no      no        no      no      no      no      no        no      no      ok
operator.checkPrices                      no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.applyPrices                      no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.priceBook                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.priceEffect                      no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.listPrices                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.withdrawPrices                   no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.endOwnPrices                     no        no      no      no        no      no      no      no      no        no      no      ok       ok=unknown_user
operator.startBooks                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.books                            no        no      no      no        no      no      no      no      no        no      no      ok
operator.revenue                          no        no      no      no        no      no      no      no      no        no      no      ok
operator.revenueFile                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.liabilities                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.listReversals                    no        no      no      no        no      no      no      no      no        no      no      ok
operator.listAllDocuments                 no        no      no      no        no      no      no      no      no        no      no      ok
operator.documentNumbers                  no        no      no      no        no      no      no      no      no        no      no      ok
operator.taxReport                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.taxFile                          no        no      no      no        no      no      no      no      no        no      no      ok
operator.listMonths                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.closeMonth                       no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.monthFile                        no        no      no      no        no      no      no      no      no        no      no      ok       ok=invalid_input
operator.queues                           no        no      no      no        no      no      no      no      no        no      no      ok
operator.queueItems                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.retryQueued                      no        no      no      no        no      no      no      no      no        no      no      ok
operator.dropQueued                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.reportBounce                     no        no      no      no        no      no      no      no      no        no      no      ok
operator.service                          no        no      no      no        no      no      no      no      no        no      no      ok
operator.serviceApi                       no        no      no      no        no      no      no      no      no        no      no      ok
operator.instances                        no        no      no      no        no      no      no      no      no        no      no      ok
operator.previewIncident                  no        no      no      no        no      no      no      no      no        no      no      ok
operator.previewNotice                    no        no      no      no        no      no      no      no      no        no      no      ok
operator.status                           no        no      no      no        no      no      no      no      no        no      no      ok
`

/** One line of the table, with the line below it about objects of other accounts. */
export interface Row {
  marks: Record<Relation, string[]>
  names_object: boolean
  module: string | undefined
  /** The outcomes that `ok` and `gone` mean here. */
  ok: string
  gone: string | undefined
}

/** The table by its first words. */
export function readMatrix(): Map<string, Row> {
  const rows = new Map<string, Row>()
  let last: Row | undefined
  for (const line of MATRIX.trim().split('\n').slice(1).filter(Boolean)) {
    const words = line.replace(/^ {2}of another account/, 'other').split(/\s+/)
    const marks = words.slice(1, ACTORS.length + 1)
    if (words[0] === 'other' && last)
      Object.assign(last, { names_object: true, marks: { ...last.marks, other: marks } })
    if (words[0] === 'other') continue
    const note = (key: string) => words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1)
    const [module, ok, gone] = [note('module'), note('ok') ?? '200', note('gone')]
    last = { marks: { own: marks, other: marks }, names_object: false, module, ok, gone }
    rows.set(words[0] ?? '', last)
  }
  return rows
}
