/** Requirements we say are met: each must be named by a test. */
export const claimed = ['RT-06', 'CA-01', 'CA-07', 'CO-03', 'CO-04']
