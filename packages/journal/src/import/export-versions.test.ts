import { describe, expect, it } from 'vitest'
import { type ImportChoices, parseImport } from './import-file.ts'
import { caseOf, lineOf, linesOf, resultOf, tripsOf } from './test-lines.ts'

const BINANCE = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit'
const UTA =
  'Uid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,Time(UTC)'
const OKX =
  'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit'
const COINBASE =
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes,Sender Address,Recipient Address'
const COINBASE_2021 =
  'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes'
const HYPERLIQUID = 'time,coin,dir,px,sz,ntl,fee,closedPnl'
const KRAKEN = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance'

// Headers and forms of rows: tests and notes of public journals, converters and tax tools, found by their header text (November 2026).
// Each result was worked out by hand.
describe('versions of exports', () => {
  it.each([
    caseOf(
      'Binance spot of 2026 with a number of the order: 0.0749 · 28.9; 0.000075 PAXG at 4,271.1',
      { trips: ['Binance spot PAXGUSDT long 0.0749 closed USDT gross 2.16461 fees 0.642403 funding 0 net 1.522207 rest 0.000025'] },
      'Order No,Time,Pair,Side,Price,Executed,Amount,Fee,AOR Conversion Pair,AOR Conversion Rate',
      '650006707,2026-03-23 11:49:10,PAXGUSDT,BUY,4271.1,0.075PAXG,320.3325USDT,0.000075PAXG,,',
      '650006708,2026-03-24 11:49:10,PAXGUSDT,SELL,4300,0.0749PAXG,322.07USDT,0.32207USDT,,',
    ),
    caseOf(
      'Binance spot with ten decimals and a fee of no BNB',
      { trips: ['Binance spot BTCEUR long 0.02386 open EUR gross - fees 0 funding 0 net -'] },
      'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
      '2022-12-05 16:11:37,BTCEUR,BUY,"16,242.7900000000",0.0238600000BTC,387.55296940EUR,0.0000000000BNB',
    ),
    caseOf(
      'Binance spot with a coin that starts with a digit',
      { trips: ['Binance spot 1INCHUSDT long 12.5 closed USDT gross 1.25 fees 0.01 funding 0 net 1.24'] },
      'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
      '2024-01-01 10:00:00,1INCHUSDT,BUY,0.4,12.51INCH,5USDT,0.005USDT',
      '2024-01-02 10:00:00,1INCHUSDT,SELL,0.5,12.51INCH,6.25USDT,0.005USDT',
    ),
    caseOf(
      'Binance futures with a quote asset',
      { trips: ['Binance BTCUSDT long 0.01 closed USDT gross 5.1 fees 0.538 funding 0 net 4.562'] },
      `${BINANCE},Quote Asset`,
      '2026-03-11 22:10:05,BTCUSDT,BUY,67000.0,0.010,670.0,0.268,0.0,USDT',
      '2026-03-11 22:15:40,BTCUSDT,SELL,67500.0,0.005,337.5,0.135,2.5,USDT',
      '2026-03-11 22:15:41,BTCUSDT,SELL,67520.0,0.005,337.6,0.135,2.6,USDT',
    ),
    caseOf(
      'Binance futures with a position side between other columns',
      {
        trips: [
          'Binance BTCUSDT short 0.02 closed USDT gross 20 fees 1 funding 0 net 19',
          'Binance BTCUSDT long 0.01 closed USDT gross 10 fees 0.5 funding 0 net 9.5',
        ],
      },
      'Time,Symbol,Side,Position Side,Price,Quantity,Fee,Realized Profit',
      '2026-03-11 10:00:00,BTCUSDT,BUY,LONG,60000,0.01,0.25 USDT,0',
      '2026-03-11 10:01:00,BTCUSDT,SELL,SHORT,60000,0.02,0.5 USDT,0',
      '2026-03-11 10:02:00,BTCUSDT,BUY,SHORT,59000,0.02,0.5 USDT,20',
      '2026-03-11 10:03:00,BTCUSDT,SELL,LONG,61000,0.01,0.25 USDT,10',
    ),
    caseOf(
      'Binance quarterly contract margined in BTC: 1,000 dollars · (1/75,000 − 1/76,000)',
      { trips: ['Binance BTCUSD_260626 long 1000 closed BTC gross 0.000175438596 fees 0.00001 funding 0 net 0.000165438596'] },
      BINANCE,
      '2026-03-11 22:10:05,BTCUSD_260626,BUY,75000,10,0.01333,0.000005 BTC,0',
      '2026-03-12 22:10:05,BTCUSD_260626,SELL,76000,10,0.01315,0.000005 BTC,0.00017543',
    ),
    caseOf(
      'Bybit log with a coin-margined contract, funding, a transfer and small balances: 0.03 + 0.09 ETH lost',
      { trips: ['Bybit ETHUSD long 2000 closed ETH gross -0.119999999945 fees 0.00064 funding -0.00006 net -0.120699999945'], others: 3 },
      'UID: 1234567,Company Name: ,Country: ',
      UTA,
      '1,USDT,,TRANSFER_OUT,--,0,0,0,0,0,-1319.3211,-1319.3211,0.0001,--,2026-03-02 01:11:00',
      '1,USDT,,--,--,0,0,0,0,0,1.8042,1.8042,1319,--,2026-03-02 01:10:01',
      '1,ETH,,--,--,0,0,0,0,0,-0.00062,-0.00062,0,--,2026-03-02 01:10:01',
      '1,ETH,ETHUSD,TRADE,SELL,1500,0,3000,0,-0.00024,-0.09,-0.09024,0.37,CLOSE,2026-03-02 01:00:00',
      '1,ETH,ETHUSD,TRADE,SELL,500,1500,3000,0,-0.00008,-0.03,-0.03008,0.46,CLOSE,2026-03-02 01:00:00',
      '1,ETH,ETHUSD,SETTLEMENT,BUY,--,2000,--,0.00004,0,0,0.00004,0.49,SETTLEMENT,2026-03-01 08:00:00',
      '1,ETH,ETHUSD,SETTLEMENT,BUY,--,2000,--,-0.0001,0,0,-0.0001,0.49,SETTLEMENT,2026-03-01 00:00:00',
      '1,ETH,ETHUSD,TRADE,BUY,2000,2000,3658.536585,0,-0.00032,0,-0.00032,0.5,OPEN,2026-02-28 00:00:00',
    ),
    caseOf(
      'Bybit log with a liquidation and automatic deleveraging',
      {
        trips: [
          'Bybit ADAUSDT short 100 closed USDT gross -10 fees 0.1 funding 0 net -10.1',
          'Bybit XRPUSDT long 50 closed USDT gross 5 fees 0.05 funding 0 net 4.95',
        ],
      },
      UTA,
      '1,USDT,XRPUSDT,ADL,SELL,50,0,1.1,0,-0.03,5,4.97,1,CLOSE,2026-03-27 09:00:00',
      '1,USDT,ADAUSDT,LIQUIDATION,BUY,100,0,0.6,0,-0.06,-10,-10.06,1,CLOSE,2026-03-27 08:00:00',
      '1,USDT,XRPUSDT,TRADE,BUY,50,50,1,0,-0.02,0,-0.02,1,OPEN,2026-03-26 09:00:00',
      '1,USDT,ADAUSDT,TRADE,SELL,100,100,0.5,0,-0.04,0,-0.04,1,OPEN,2026-03-26 08:00:00',
    ),
    caseOf(
      'OKX conversion without an action',
      { trips: ['OKX TAO-USDC long 0.5 closed USDC gross 5 fees 0 funding 0 net 5'] },
      'UID,1,Trading account',
      OKX,
      '1001,A,2026-07-05 04:09:33,Spot,TAO-USDC,Buy,0.5,TAO,200,0,0,TAO,0,0,0.5,0.5,TAO',
      '1002,A,2026-07-05 04:09:33,Spot,TAO-USDC,Sell,100,USDC,200,0,0,USDC,0,0,-100,0,USDC',
      '1003,B,2026-07-06 04:09:33,Spot,TAO-USDC-CONVERT,,0.5,USDC,210,0,0,TAO,0,0,-0.5,0,TAO',
      '1004,B,2026-07-06 04:09:33,Spot,TAO-USDC-CONVERT,,105,USDC,210,0,0,USDC,0,0,105,105,USDC',
    ),
    caseOf(
      'OKX sizes in dollars, as the account may show them',
      {
        trips: [
          'OKX BTC-USD-SWAP long 1000 closed BTC gross 0.004 fees 0 funding 0 net 0.004',
          'OKX BTC-USDT-SWAP long 0.0131 closed USDT gross 13.1 fees 0.6 funding 0 net 12.5',
        ],
      },
      OKX,
      // 0.0131 · 61,234.5 = 802.17195, and · 62,234.5 = 815.27195, cut to four decimals
      '1,5,2026-01-02 10:00:00,Swap,BTC-USDT-SWAP,Open long,802.1719,USDT,61234.5,0,-0.3,USDT,0,0,-0.3,0,USDT',
      '2,6,2026-01-02 11:00:00,Swap,BTC-USDT-SWAP,Close long,815.2719,USDT,62234.5,13.1,-0.3,USDT,0,0,12.8,0,USDT',
      '3,7,2026-01-02 10:00:00,Swap,BTC-USD-SWAP,Open long,0.02,BTC,50000,0,0,BTC,0,0,0,0,BTC',
      '4,8,2026-01-02 11:00:00,Swap,BTC-USD-SWAP,Close long,1000,USD,62500,0.004,0,BTC,0,0,0,0,BTC',
    ),
    caseOf(
      'OKX funding as a profit that leaves the balance, a byte order mark before each row',
      { trips: ['OKX WIF-USDT-SWAP long 10 closed USDT gross 5 fees 0.3 funding -0.3 net 4.4'], others: 1 },
      '\uFEFFUID:1,\uFEFFAccount Type:Main,\uFEFFTime Zone:UTC+3',
      `\uFEFF${OKX}`,
      '\uFEFF9,9,2026-08-20 09:00:00,Transfer,,Transfer in,0,cont,0,0,0,USDT,0,0,100,100,USDT',
      '\uFEFF1,1,2026-08-20 10:00:00,Swap,WIF-USDT-SWAP,Open long,10,cont,0.5,0,-0.1,USDT,0,0,-0.1,100,USDT',
      '\uFEFF2,2,2026-08-20 15:00:00,Swap,WIF-USDT-SWAP,Funding fee expense,10,cont,0.5,-0.4,0,USDT,0,0,0,100,USDT',
      '\uFEFF3,3,2026-08-20 23:00:00,Swap,WIF-USDT-SWAP,Funding fee income,10,cont,0.5,0.1,0,USDT,0,0,0,100,USDT',
      '\uFEFF4,4,2026-08-21 10:00:00,Swap,WIF-USDT-SWAP,Close long,10,cont,1,5,-0.2,USDT,0,0,4.8,100,USDT',
    ),
    caseOf(
      'OKX spot with one unit for both coins and columns in dollars at the end: 0.00309779 · 176.5',
      { trips: ['OKX BTC-USDC long 0.00309779 closed USDC gross 0.546759 fees 0.400268 funding 0 net 0.146491'] },
      'UID:1,Account Type:Main,Time Zone:UTC+8',
      `${OKX},Filled_price-USD,Pnl-USD,Fee-USD,Balance-USD,Balance_change-USD`,
      '101,1001,2026-07-20 00:12:37,Spot,BTC-USDC,Buy,0.00310089,USDC,64494,0,-0.00000310,BTC,0,0,0.00309779,0.00309779,BTC,64494,0,0,0,0',
      '501,1001,2026-07-20 00:12:37,Spot,BTC-USDC,Sell,199.98879966,USDC,64494,0,0,USDC,0,0,-199.98879966,1000,USDC,1,0,0,0,0',
      '103,1003,2026-07-20 20:23:47,Spot,BTC-USDC,Sell,0.00309779,USDC,64670.5,0,0,BTC,0,0,-0.00309779,0,BTC,64494,0,0,0,0',
      '503,1003,2026-07-20 20:23:47,Spot,BTC-USDC,Buy,200.33562819,USDC,64670.5,0,-0.20033563,USDC,0,0,200.13529256,1000,USDC,1,0,0,0,0',
    ),
    caseOf(
      'Kraken ledger of 2026 with instant buys, earning, rewards and a deposit',
      { trips: ['Kraken BTCEUR long 0.001 open EUR gross - fees 1 funding 0 net -'], others: 4 },
      '"txid","refid","time","type","subtype","aclass","subclass","asset","wallet","amount","fee","balance","amountusd"',
      '"L1","R1","2026-02-03 12:00:00","spend","","currency","fiat","EUR","spot / main",-60,1,100,0',
      '"L2","R1","2026-02-03 12:00:00","receive","","currency","crypto","BTC","spot / main",0.001,0,0.001,0',
      '"L3","R2","2026-02-03 13:00:00","earn","autoallocation","currency","crypto","BTC","spot / main",-0.001,0,0,0',
      '"L4","R2","2026-02-03 13:00:00","earn","autoallocation","currency","crypto","BTC","earn / flexible",0.001,0,0.001,0',
      '"L5","R3","2026-02-04 13:00:00","earn","reward","currency","crypto","BTC","earn / flexible",0.00000001,0,0.00100001,0',
      '"L6","R4","2026-02-04 14:00:00","deposit","","currency","fiat","EUR","spot / main",100,0,100,0',
    ),
    caseOf(
      'Kraken short on margin',
      { trips: ['Kraken XBTUSD short 0.1 closed USD gross 100 fees 20.4 funding 0 net 79.6'] },
      '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"',
      '"T1","O1","XXBTZUSD","2026-01-02 10:00:00.1234","sell","market",60000,6000,10.2,0.1,1200,"opening","L1"',
      '"T2","O2","XXBTZUSD","2026-01-03 10:00:00.1234","buy","market",59000,5900,10.2,0.1,0,"closing","L2"',
    ),
    caseOf(
      'Kraken trades with times in seconds',
      { trips: ['Kraken XBTEUR long 0.01 open EUR gross - fees 1.5 funding 0 net -'] },
      'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol',
      't1,o1,XXBTZEUR,1785585600.1234,buy,market,60000,600,1.5,0.01',
    ),
    caseOf(
      'Coinbase of 2026 with addresses, rewards, transfers and carriage returns',
      { trips: ['Coinbase BTC-EUR long 0.01 closed EUR gross 40 fees 13.2 funding 0 net 26.8'], others: 3 },
      '\r',
      'Transactions\r',
      'User,x,1\r',
      `${COINBASE}\r`,
      'r1,2024-04-01 10:00:00 UTC,Staking Income,ETH,0.001,EUR,€3000.00,€3.00,€3.00,€0.00,,,\r',
      'b1,2024-03-01 10:00:00 UTC,Buy,BTC,0.01,EUR,€60000.00,€600.00,€609.00,€9.00,Bought 0.01 BTC for €609.00 EUR,,\r',
      's1,2024-06-01 10:00:00 UTC,Advanced Trade Sell,BTC,-0.01,EUR,€64000.00,€640.00,€635.80,€4.20,Sold,,\r',
      'x1,2024-06-02 10:00:00 UTC,Send,BTC,-0.001,EUR,€64000.00,€64.00,€64.00,€0.00,,,bc1\r',
      'x3,2024-06-02 10:00:00 UTC,Learning Reward,GRT,1,EUR,€0.10,€0.10,€0.10,€0.00,,,\r',
    ),
    caseOf(
      'Coinbase prices that are rounded to cents: paid 63.41, received 70',
      {
        trips: [
          'Coinbase DOGE-USD long 1000 closed USD gross 6.59 fees 3.98 funding 0 net 2.61',
          'Coinbase SHIB-USD long 1000000 open USD gross - fees 0.99 funding 0 net -',
        ],
      },
      COINBASE_2021,
      '2021-02-10T14:23:05Z,Buy,DOGE,1000,USD,0.06,63.41,65.40,1.99,Bought',
      '2021-02-11T14:23:05Z,Sell,DOGE,1000,USD,0.07,70.00,68.01,1.99,Sold',
      '2021-10-10T14:23:05Z,Buy,SHIB,1000000,USD,0.00,27.11,28.10,0.99,Bought',
    ),
    caseOf(
      'Coinbase of 2020 with the currency in its column names',
      { trips: ['Coinbase BTC-EUR long 0.1 open EUR gross - fees 14.9 funding 0 net -'] },
      'You can use this transaction report to inform your likely tax obligations.',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,EUR Spot Price at Transaction,EUR Subtotal,EUR Total (inclusive of fees),EUR Fees,Notes',
      '2020-02-10T14:23:05Z,Buy,BTC,0.1,9000,900,914.90,14.90,Bought',
    ),
    caseOf(
      'Hyperliquid liquidations by the names of its API',
      {
        trips: [
          'Hyperliquid BTC long 0.1 closed USDC gross -500 fees 6 funding 0 net -506',
          'Hyperliquid ETH short 1 closed USDC gross -100 fees 1 funding 0 net -101',
        ],
      },
      HYPERLIQUID,
      '13/08/2026 - 11:15:00,BTC,Open Long,60000,0.1,6000,3,-3',
      '13/08/2026 - 12:15:00,BTC,Liquidated Cross Long,55000,0.1,5500,3,-503',
      '13/08/2026 - 11:15:00,ETH,Open Short,3000,1,3000,1,-1',
      '13/08/2026 - 12:15:00,ETH,Liquidated Isolated Short,3100,1,3100,0,-100',
    ),
    caseOf(
      'Hyperliquid fills of another site with the coin of the fee: 0.01 HYPE at 20 and 0.55',
      { trips: ['Hyperliquid HYPE/USDC long 9.99 closed USDC gross 49.95 fees 0.75 funding 0 net 49.2'] },
      'time,coin,dir,px,sz,ntl,fee,feeToken,closedPnl,hash',
      '2025-01-06 13:25:38.148000,HYPE/USDC,Buy,20,10,200,0.01,HYPE,-0.2,0xa',
      '2025-01-07 13:25:38.148000,HYPE/USDC,Sell,25,9.99,249.75,0.55,USDC,49.2,0xb',
    ),
    caseOf(
      'Hyperliquid turn through zero',
      {
        trips: [
          'Hyperliquid BTC long 0.1 closed USDC gross 100 fees 4 funding 0 net 96',
          'Hyperliquid BTC short 0.1 open USDC gross - fees 2 funding 0 net -',
        ],
      },
      HYPERLIQUID,
      '13/08/2026 - 11:15:00,BTC,Open Long,60000,0.1,6000,2,-2',
      '13/08/2026 - 12:15:00,BTC,Long > Short,61000,0.2,12200,4,96',
    ),
    caseOf(
      'Hyperliquid rebate, and a row of no size',
      { trips: ['Hyperliquid BTC long 0.1 closed USDC gross 100 fees 0 funding 0 net 100'], problems: ['row 3: the size is 0'] },
      HYPERLIQUID,
      '13/08/2026 - 11:15:00,BTC,Open Long,60000,0.1,6000,-1,1',
      '13/08/2026 - 11:15:01,BTC,Open Long,60000,0,0,0,0',
      '13/08/2026 - 12:15:00,BTC,Close Long,61000,0.1,6100,1,99',
    ),
    caseOf(
      'Hyperliquid in a German browser',
      { trips: ['Hyperliquid BTC long 0.1 closed USDC gross 100 fees 2.5 funding 0 net 97.5'] },
      HYPERLIQUID,
      '13.8.2026 - 11:15:00,BTC,Open Long,"60.000","0,1","6.000,00","1,25","-1,25"',
      '13.8.2026 - 12:15:00,BTC,Close Long,"61.000","0,1","6.100,00","1,25","98,75"',
    ),
    caseOf(
      'KuCoin spot of 2021, each line ending in a comma',
      { trips: ['KuCoin KCS-USDT long 10 closed USDT gross 10 fees 0.21 funding 0 net 9.79'] },
      'tradeCreatedAt,orderId,symbol,side,price,size,funds,fee,liquidity,feeCurrency,orderType,',
      '2021-11-17 10:21:26,a,KCS-USDT,buy,10,10,100,0.1,taker,USDT,limit,',
      '2021-11-18 10:21:26,b,KCS-USDT,sell,11,10,110,0.11,taker,USDT,market,',
    ),
    caseOf(
      'KuCoin futures with a liquidation',
      { trips: ['KuCoin ETHUSDTM long 0.1 closed USDT gross -10 fees 0.36 funding 0 net -10.36'] },
      'UID,Account Type,Order ID,Filled Time(UTC+08:00),Symbol,Side,Filled Amount,Filled Price,Filled Volume,Filled Volume (USDT),Fee Rate,Fee,Order Type,Fee Currency',
      '1,futures,o1,2024-01-18 11:47:17,ETHUSDTM,BUY,10,3000,300,300,0.0006,0.18,LIMIT,USDT',
      '1,futures,o2,2024-01-19 11:47:17,ETHUSDTM,SELL,10,2900,290,290,0.0006,0.18,LIQUID,USDT',
    ),
    caseOf(
      'MEXC futures with a liquidation and a fee in MX',
      { trips: ['MEXC BTC_USDT long 0.01 closed USDT gross -10 fees - funding 0 net -'] },
      'UID,Time(UTC+00:00),Futures Trading Pair,Direction,Order Type,Filled Qty (Cont.),Filled Qty (Crypto),Filled Qty (Amount),Filled Price,Trading Fee,Fee-payment Crypto,Role,Closing PNL',
      'u,2025-01-02 13:00:00,BTC_USDT,Liquidate Long,market,100,0.01,590,59000,0.2,USDT,Taker,-10',
      'u,2025-01-02 11:00:00,BTC_USDT,Open Long,market,100,0.01,600,60000,0.05,MX,Taker,0',
    ),
    caseOf(
      'Bitget futures with a liquidation, numbers of orders behind a tab',
      { trips: ['Bitget ETHUSDT short 1 closed USDT gross -100 fees 3 funding 0 net -103'] },
      '\uFEFFOrder ID,Date,Direction,Coin,Futures,Transaction amount,Average Price,Realized P/L,NetProfits,Fee',
      '\t2,2025-01-02 12:00:00,burst_close_short,USDT,ETHUSDT,1,3100,-100,-102,-2',
      '\t1,2025-01-02 10:00:00,open_short,USDT,ETHUSDT,1,3000,0,-1,-1',
    ),
    caseOf(
      'Bitget fills of the API, whose amount is the value',
      { trips: ['Bitget spot BTCUSDT long 0.00999 open USDT gross - fees 0.6 funding 0 net -'] },
      'userId,symbol,orderId,tradeId,orderType,side,priceAvg,size,amount,quoteVolume,fee,cTime',
      '1,BTCUSDT,1,2,limit,buy,60000,0.01,600,600,-0.00001,1767348000000',
    ),
    caseOf(
      'KuCoin conversion, and one that failed',
      { trips: ['KuCoin KAS-USDT long 100 open USDT gross - fees 0 funding 0 net -'], others: 1 },
      'UID,Account Type,Payment Account,Sell,Buy,Price,Time of Update(UTC+02:00),Status',
      '1,main,TRADE,10 USDT,100 KAS,1 KAS=0.1 USDT,2023-12-04 08:28:21,SUCCESS',
      '1,main,TRADE,10 USDT,100 KAS,1 KAS=0.1 USDT,2023-12-04 08:29:21,FAILED',
    ),
    caseOf(
      'Hyperliquid in an Indian browser',
      { trips: ['Hyperliquid BTC long 2 closed USDC gross 2000 fees 2 funding 0 net 1998'] },
      HYPERLIQUID,
      '13/8/2026 - 11:15:00,BTC,Open Long,"60,000",2,"1,20,000.00",1,-1',
      '13/8/2026 - 12:15:00,BTC,Close Long,"61,000",2,"1,22,000.00",1,1999',
    ),
    caseOf(
      'Hyperliquid in a French browser',
      { trips: ['Hyperliquid BTC long 0.1 closed USDC gross 100 fees 2 funding 0 net 98'] },
      HYPERLIQUID,
      '13/08/2026 - 11:15:00,BTC,Open Long,"60\u202f000","0,1","6\u202f000,00",1,-1',
      '13/08/2026 - 12:15:00,BTC,Close Long,"61\u202f000","0,1","6\u202f100,00",1,99',
    ),
    caseOf(
      'Coinbase sale with a subtotal below zero',
      { trips: ['Coinbase ETH-USDC long 1 closed USDC gross 100 fees 24.6 funding 0 net 75.4'] },
      COINBASE,
      'a,2025-04-01 10:00:00 UTC,Advanced Trade Buy,ETH,1,USDC,3000,3000,3012,12,Bought 1 ETH for 3012 USDC on ETH-USDC at 3000 USDC/ETH,,',
      'b,2025-04-02 10:00:00 UTC,Advanced Trade Sell,ETH,-1,USDC,3100,-3100,-3087.4,12.6,Sold 1 ETH,,',
    ),
    caseOf(
      'Gate spot in Chinese',
      { trips: ['Gate spot ETH_USDT long 1 open USDT gross - fees 6 funding 0 net -'] },
      '编号,时间,方向,角色,交易对,成交价,成交量,总额,手续费',
      '1,2025-11-06 14:37:05,买入,Taker,ETH_USDT,3000,1 ETH,3000 USDT,6 USDT',
    ),
    caseOf(
      'Gate fee in a third coin',
      { trips: ['Gate spot ETH_USDT long 1 open USDT gross - fees - funding 0 net -'] },
      'No,Time,Trade type,Role,Pair,Deal price,Deal amount,Total,Fee,Fee Currency',
      '1,2025-11-06 14:37:05,Buy,Taker,ETH_USDT,3000,1,3000,0.5,GT',
    ),
    caseOf(
      'OKX closed position margined in the coin: 1,000 dollars · (1/50,000 − 1/62,500)',
      { trips: ['OKX BTC-USD-SWAP long 1000 closed BTC gross 0.004 fees 0.00001 funding 0 net 0.00399'] },
      'Position Create Time,Position Update Time,Instrument Name,Direction,Total Close Quantity,Average Open Price,Average Close Price,Pnl,Fee,Funding Fee,Contract Face Value,Contract Multiplier',
      '2026-01-10 09:00:00,2026-01-10 18:00:00,BTC-USD-SWAP,Long,10,50000,62500,0.004,-0.00001,0,100,1',
    ),
    caseOf(
      'Binance contract that is settled, with no side',
      { trips: ['Binance BTCUSDT_260327 long 0.01 closed USDT gross 10 fees 0.4952 funding 0 net 9.5048'] },
      BINANCE,
      '2026-03-17 09:34:12,BTCUSDT_260327,BUY,73800,0.01,738,0.2952 USDT,0',
      '2026-03-27 08:00:00,BTCUSDT_260327,SETTLEMENT,74800,0.01,748,0.2 USDT,10',
    ),
    caseOf(
      'Binance spreadsheet with semicolons, minutes and decimal commas',
      { trips: ['Binance BTCUSDT long 0.01 open USDT gross - fees 0.2952 funding 0 net -'] },
      BINANCE.replaceAll(',', ';'),
      '17/03/2026 09:34;BTCUSDT;BUY;73800,00;0,01;738,00;0,2952;0,00',
    ),
  ] as const)('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))

  it('of Hyperliquid in the digits, marks and signs of every locale', () => {
    const LOCALES =
      'en-US en-IN de-DE de-CH fr-FR fr-CH pl-PL pt-PT sv-SE nb-NO es-CO ar-DZ ar-EG fa-IR ur-IN ps-AF sd-PK bn-BD mr-IN ne-NP my-MM sa-IN as-IN'.split(
        ' ',
      )
    const [opened, closed] = [Date.UTC(2026, 8, 18, 14, 5, 9), Date.UTC(2026, 8, 19, 2, 5, 9)]
    const fileOf = (locale: string): string => {
      const figures = (...values: readonly number[]) => values.map((value) => value.toLocaleString(locale, { maximumFractionDigits: 8 }))
      const time = (at: number): string =>
        `${new Date(at).toLocaleDateString(locale, { timeZone: 'UTC' })} - ${new Date(at).toLocaleTimeString(locale, { timeZone: 'UTC', hour12: false })}`
      const rows = [
        [time(opened), 'BTC', 'Open Long', ...figures(120_000, 12.5, 1_500_000, 337.5, -337.5)],
        // A rebate, and so a sign
        [time(closed), 'BTC', 'Close Long', ...figures(120_001.25, 12.5, 1_500_015.625, -37.503516, 53.128516)],
      ]
      return [HYPERLIQUID, ...rows.map((cells) => cells.map((cell) => `"${cell}"`).join(','))].join('\n')
    }
    // 12.5 · 1.25; 337.5 − 37.503516
    const line = 'Hyperliquid BTC long 12.5 closed USDC gross 15.625 fees 299.996484 funding 0 net -284.371484'
    for (const locale of LOCALES) expect([locale, ...linesOf([fileOf(locale)])]).toEqual([locale, line])
  })

  it('of two fundings only: their amounts', () => {
    const amounts = (rows: readonly string[]) =>
      parseImport(rows.join('\n')).entries.map(({ entry }) => entry.kind === 'funding' && [entry.symbol, entry.amount])
    expect(
      amounts([
        'UID,Time(UTC+00:00),Futures Trading Pair,Crypto,Fund Type,Fund Flow Type,Amount',
        'u,2025-01-02 13:00:00,BTC_USDT,USDT,FUNDING,OUT,-0.12',
        'u,2025-01-02 13:00:00,BTC_USDT,USDT,FEE,OUT,-0.2',
      ]),
    ).toEqual([['BTC_USDT', -120_000n]])
    expect(
      amounts([
        'Order,Date,Coin,Futures,Margin Mode,Type,Amount,Fee,Wallet balance',
        '\t1,2024-06-15 08:00:00,USDT,POPCATUSDT,crossed,contract_main_settle_fee,-0.0105,0,489',
        '\t3,2024-06-15 12:30:00,USDT,,,risk_captital_user_transfer,1,0,489',
      ]),
    ).toEqual([['POPCATUSDT', -10_500n]])
  })
})

const NO_OPTION = 'is an option. Options are read from files of Bybit only'

describe('reported with its reason', () => {
  it.each([
    caseOf(
      'Binance option',
      { problems: [`row 2: BTC-260626-100000-C ${NO_OPTION}`] },
      BINANCE,
      '2026-03-11 22:10:05,BTC-260626-100000-C,BUY,1200,0.1,120,0.5 USDT,0',
    ),
    caseOf(
      'OKX option',
      { problems: ['row 2: trades of the kind options are not read'] },
      OKX,
      '1,5,2026-01-02 10:00:00,Options,BTC-USD-260626-100000-C,Buy,1,cont,0.05,0,-0.0003,BTC,1,1,-0.0503,0,BTC',
    ),
    caseOf(
      // The price of the row is that of the coin: 65,000 − 1,200 would be a result of 6,380 USDT.
      'expiry of a Bybit option, whose trade stays open',
      {
        trips: ['Bybit BTC-27MAR26-60000-C-USDT long 0.1 open USDT gross - fees 0.03 funding 0 net -'],
        problems: ['row 2: the exercise or expiry of an option is not read: its trade stays open'],
      },
      UTA,
      '1,USDT,BTC-27MAR26-60000-C-USDT,DELIVERY,SELL,0.1,0,65000,0,-1,500,499,1,CLOSE,2026-03-27 08:00:00',
      '1,USDT,BTC-27MAR26-60000-C-USDT,TRADE,BUY,0.1,0.1,1200,0,-0.03,-120,-120.03,1,OPEN,2026-03-20 08:00:00',
    ),
    caseOf(
      'OKX size in an unknown unit',
      { problems: ['row 2: the size is in LOTS'] },
      OKX,
      '1,5,2026-01-02 10:00:00,Swap,BTC-USDT-SWAP,Open long,600,LOTS,60000,0,-0.3,USDT,0,0,-0.3,0,USDT',
    ),
    caseOf(
      'Coinbase future, counted in contracts',
      {
        problems: [
          'row 2: the size is in contracts, and the file does not show how much BIT-28FEB25-CDE one of them is. Enter the contract size',
        ],
      },
      'portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit',
      'default,7,BIT-28FEB25-CDE,BUY,2025-02-02T03:04:05.678Z,10,BIT,95000,1.5,9501.5,USD',
    ),
    caseOf(
      'Kraken sale of two small balances at once',
      { problems: ['row 2: a trade of a ledger has one row of what was given and one of what was got'] },
      KRAKEN,
      'L1,R1,2026-02-03 12:00:00,spend,dustsweeping,currency,ADA,-0.5,0,0',
      'L2,R1,2026-02-03 12:00:00,spend,dustsweeping,currency,DOT,-0.1,0,0',
      'L3,R1,2026-02-03 12:00:00,receive,dustsweeping,currency,EUR,0.6,0,0',
    ),
    caseOf(
      'Kraken ledger of a margin trade and its interest',
      {
        problems: [
          'row 2: a ledger has neither price nor size of a margin trade. Import the trades export, which has both.',
          'row 3: the interest of margin positions is in no result: a ledger does not name its position. It has 1 such row.',
        ],
        others: 1,
      },
      KRAKEN,
      'L1,T1,2026-02-03 12:00:00,margin,,currency,ZUSD,0,10.2,100',
      'L2,X1,2026-02-03 16:00:00,rollover,,currency,ZUSD,0,1.2,98.8',
    ),
    caseOf(
      'Bitget order history of futures',
      { problems: ['row 2: an order history has no fees. Import the trade history, which has them.'] },
      'Date,Order ID,Direction,Coin,Futures,order source,Transaction type,Price,Average Price,Order amount,Executed,Trading volume,Realized P/L,NetProfits,Status',
      '2025-01-02 12:00:00,\t1,Open long,USDT,BTCUSDT,web,Market,,60000,0.01,0.01,600,0,0,Filled',
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))

  it('a last row that the download has cut off: its fee is not whole, and its profit is missing', () => {
    const rows = [
      BINANCE,
      '2026-03-11 22:10:05,BTCUSDT,BUY,67000.0,0.010,670.0,0.268,0',
      '2026-03-11 22:15:40,BTCUSDT,SELL,67500.0,0.01,675,0.2',
    ]
    const read = (text: string) => {
      const { entries, problems } = parseImport(text)
      return [tripsOf([entries]).map(lineOf), problems] as const
    }
    const open = ['Binance BTCUSDT long 0.01 open USDT gross - fees 0.268 funding 0 net -']
    expect(read(rows.join('\n'))).toEqual([open, [{ row: 3, text: 'the file ends in the middle of this row. Export it again' }]])
    // With a line break it is whole: some exports leave empty cells out.
    expect(read(`${rows.join('\n')}\n`)[1]).toEqual([])
    expect(read(`${rows.slice(0, 2).join('\n')}\nTotal,,1`)).toEqual([open, []])
  })
})

describe('own columns', () => {
  const mapping = { time: 'date', symbol: 'coin', side: 'action', price: 'price', size: 'amount', fee: 'fee' }
  const file = (...rows: readonly string[]): string => ['date,coin,action,price,amount,fee', ...rows, ''].join('\n')
  const perpetual = file('2026-01-02 10:00,XBTUSD,Buy,50000,10000,0.0001', '2026-01-03 10:00,XBTUSD,Sell,62500,10000,0.0001')
  const problemsOf = (text: string, choices: ImportChoices = {}) =>
    parseImport(text, { mapping, ...choices }).problems.map(({ text }) => text)

  it('ask what XBTUSD is: a contract of a dollar at BitMEX, a pair at Kraken', () => {
    const asked =
      'XBTUSD is margined in the coin itself. Enter the dollars of one contract as the contract size, 1 if sizes are in dollars; if it is a pair of Kraken, name the source Kraken'
    expect(problemsOf(perpetual)).toEqual([asked, asked])
    // 10,000 dollars · (1/50,000 − 1/62,500)
    const line = 'XBTUSD long 10000 closed XBT gross 0.04 fees 0.0002 funding 0 net 0.0398'
    expect(linesOf([perpetual], { mapping, source: 'BitMEX' })).toEqual([`BitMEX ${line}`])
    expect(linesOf([perpetual], { mapping, contractSize: 1_000_000_000_000n })).toEqual([`Own file ${line}`])
    const pair = file('2026-01-02 10:00,XBTUSD,Buy,50000,0.1,1', '2026-01-03 10:00,XBTUSD,Sell,51000,0.1,1')
    expect(linesOf([pair], { mapping, source: 'My Kraken' })).toEqual([
      'My Kraken XBTUSD long 0.1 closed USD gross 100 fees 2 funding 0 net 98',
    ])
  })

  it('ask for the size of every other contract of BitMEX, and of those of Bybit that are margined in the coin', () => {
    expect(problemsOf(file('2026-01-02 10:00,XBTUSDT,Buy,50000,1000,0'), { source: 'BitMEX' })).toEqual([
      'BitMEX counts XBTUSDT in contracts. Enter the coins of one contract as the contract size',
    ])
    expect(problemsOf(file('2026-01-02 10:00,ETHUSD,Buy,3000,1000,0'), { source: 'BitMEX', contractSize: 1_000_000n })).toEqual([
      'ETHUSD of BitMEX is settled in bitcoin at a rate of its own, which is not read',
    ])
    expect(problemsOf(file('2026-01-02 10:00,BTCUSD,Buy,50000,1000,0'), { source: 'Bybit' })).toEqual([
      'BTCUSD is margined in the coin itself. Enter the dollars of one contract as the contract size, 1 if sizes are in dollars',
    ])
    expect(problemsOf(file('2026-01-02 10:00,BTCUSD,Buy,50000,0.1,0'))).toEqual([])
  })

  it('ask for the size of contracts that the file counts in', () => {
    const contracts = file('2026-01-02 10:00,AAA-USDT,Buy,5,2 Cont,0')
    expect(problemsOf(contracts)).toEqual(['the size is in contracts. Enter the coins of one contract of AAA-USDT as the contract size'])
    expect(linesOf([contracts], { mapping, contractSize: 10_000_000_000_000n })).toEqual([
      'Own file AAA-USDT long 20 open USDT gross - fees 0 funding 0 net -',
    ])
  })

  it('refuse one contract size for several markets', () => {
    const two = file('2026-01-02 10:00,AAA-USDT,Buy,5,10,0', '2026-01-02 10:00,BBB-USDT,Buy,5,10,0')
    expect(() => parseImport(two, { mapping, contractSize: 10_000_000_000n })).toThrow(
      'The contract size is that of one market, and the file has contracts of AAA-USDT and BBB-USDT. Import the trades of each market as a file of their own.',
    )
    expect(problemsOf(two, { contractSize: 1_000_000_000_000n })).toEqual([])
  })

  it.each([
    'BTC-27MAR26-100000-C',
    'BTC-USD-260327-100000-P',
    'BTC_USDC-27MAR26-100000-C',
    'XRP_USDC-30JUN26-0D625-C',
    'C-BTC-90000-310126',
  ])('refuse the option %s', (symbol) =>
    expect(problemsOf(file(`2026-01-02 10:00,${symbol},Buy,0.05,1,0`), { source: 'Deribit' })).toEqual([`${symbol} ${NO_OPTION}`]),
  )

  it('read decimal commas between semicolons, and sizes below zero above a total', () => {
    const commas =
      'date;coin;action;price;amount;fee\n02.01.2026 10:00;BTC-EUR;Kauf;50000,5;0,5;1,5\n03.01.2026 10:00;BTC-EUR;Verkauf;51001,5;0,5;1,5\n'
    expect(linesOf([commas], { mapping, dateOrder: 'day-first' })).toEqual([
      'Own file BTC-EUR long 0.5 closed EUR gross 500.5 fees 3 funding 0 net 497.5',
    ])
    const below = file('2026-01-02 10:00,BTC-USDT,Buy,60000,1,1', '2026-01-03 10:00,BTC-USDT,Sell,61000,-1,1', 'Total,,,,0,2')
    expect(linesOf([below], { mapping })).toEqual(['Own file BTC-USDT long 1 closed USDT gross 1000 fees 2 funding 0 net 998'])
  })
})
