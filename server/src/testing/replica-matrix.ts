/**
 * Where every endpoint that reads gets its rows, written by hand and compared with the contract's `reads`.
 *
 * replica  charts, lists, files and pages of the console, from a replica that shows everything acknowledged before
 * money    a balance, a price or an order by which money is paid, given back or approved: from the primary
 * state    what a form shows and then changes, or an account's own state: from the primary
 * process  mostly not from the database, or before a session is known: from the primary
 */
export const REPLICA_MATRIX = `
auth.challenge                      process
users.getUserData                   state
users.getUpdatedUserObject          state
profile.getProfile                  state
closing.getClosing                  state
dataExport.getExport                state
team.getTeam                        state
sso.getSso                          state
access.getAccessInfo                state
access.getApiUserCredits            money
access.getLimitsInfo                money
access.getCredentials               state
access.getIpAccess                  state
access.getLogins                    state
access.getMoneyLogins               money
access.getAccessActivity            replica
securityLog.getSecurityLog          replica
agents.getAgents                    state
apiKeys.getKeys                     state
catalogue.list                      process
catalogue.get                       process
search.find                         replica
playground.getSetup                 process
playground.lookUp                   process
playground.getHistory               replica
playground.getResult                state
playground.getSaved                 state
payments.getSetup                   money
payments.quote                      money
payments.getOrder                   money
payments.listOrders                 money
payments.getMethods                 money
billing.getDetails                  money
billing.listDocuments               replica
billing.getHistory                  replica
subscriptions.getActive             money
subscriptions.getSubscriptions      money
subscriptions.getCalculator         money
recharge.getActive                  money
recharge.getRecharge                money
testProcessor.getCheckout           money
settings.getSettings                state
alerting.getAlertWebhook            state
alertChannels.getChannels           state
budgets.getBudgets                  money
budgets.explainToday                money
budgets.costAsTasks                 money
inbox.getInbox                      replica
inboxCount.getUnread                state
usage.getUsageChoices               replica
usage.getUsageSummary               replica
usage.getUsageSeries                replica
usage.getUsageTasks                 replica
usage.getUsageTask                  replica
usage.getUsageAnswer                replica
usage.getUsageOverview              replica
usageViews.getUsageViews            state
errors.getErrorChoices              replica
errors.getErrorGroups               replica
errors.getErrorHistogram            replica
errors.getErrorRows                 replica
errors.getError                     replica
errors.getErrorAnswer               replica
dashboard.getStates                 money
dashboard.getBalance                money
dashboard.getToday                  replica
dashboard.getMonth                  replica
dashboard.getSpendByDay             replica
dashboard.getTopFunctions           replica
dashboard.getServiceStatus          process
dashboard.getSubscriptions          money
dashboard.getStart                  state
promo.getUses                       money
databases.listDatabases             money
databases.getDatabase               money
databases.getSample                 money
databases.getFunds                  money
databases.getPurchases              money
live.getLive                        process
updates.getUpdates                  process
whitelabel.getWlHelpRedirectUrl     process
community.integritySso              process
booting.boot                        process
operator.showUser                   state
operator.loadedCatalogue            process
operator.listWhitelabels            state
operator.listIncidents              state
operator.listNotices                state
operator.listPayments               money
operator.showPayment                money
operator.paymentFindings            money
operator.listPrices                 money
operator.listPromos                 money
operator.books                      money
operator.verifyAudit                process
operator.listAudit                  replica
operator.status                     process
operator.listTokens                 process
operator.openApi                    process
operator.listStaff                  process
operator.consoleMe                  process
operator.findCustomers              replica
operator.customer                   replica
operator.customerSpend              replica
operator.customerPayments           replica
operator.customerTimeline           replica
operator.customerMails              replica
operator.customerErrors             replica
operator.listColleagues             replica
operator.listApprovals              money
operator.listUsers                  replica
operator.findRequest                replica
operator.today                      replica
operator.revenue                    replica
operator.queues                     process
operator.liabilities                money
operator.listReversals              money
operator.listAllDocuments           money
operator.documentNumbers            money
operator.taxReport                  money
operator.taxFile                    money
operator.listMonths                 money
operator.monthFile                  money
operator.revenueFile                money
operator.queueItems                 process
operator.service                    process
operator.serviceApi                 process
operator.instances                  process
operator.previewIncident            process
operator.previewNotice              process
operator.previewMail                process
operator.listScripts                process
operator.exportAudit                process
operator.listMails                  process
staffPasskeys.listStaffPasskeys     state
operator.priceBook                  money
operator.listWebhooks               process
operator.listDeliveries             process
operator.listFunctions              process
operator.showFunction               process
operator.listUploads                process
operator.showUpload                 process
usage.export                        replica
errors.export                       replica
access.activityExport               replica
securityLog.export                  replica
billing.document                    replica
billing.eInvoice                    replica
billing.documents                   replica
billing.history                     replica
billing.focus                       replica
dataExport.file                     state
databases.sampleFile                money
databases.receipt                   money
live.stream                         process
live.staffStream                    process
together.read                       process
`

/** Endpoints of these areas are never `replica`, whatever they are called later. */
export const OF_MONEY = /^(payments|recharge|subscriptions|promo|databases|testProcessor|budgets)\./

export const readReplicaMatrix = (): Map<string, string> =>
  new Map(
    REPLICA_MATRIX.trim()
      .split('\n')
      .map((line) => line.split(/\s+/) as [string, string]),
  )
