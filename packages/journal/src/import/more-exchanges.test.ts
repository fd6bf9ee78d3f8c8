import { describe, expect, it } from 'vitest'
import { parseImport } from './import-file.ts'
import { caseOf, lineOf, linesOf, resultOf, tripsOf } from './test-lines.ts'

const BITFINEX = '#,PAIR,AMOUNT,PRICE,FEE,FEE PERC,FEE CURRENCY,DATE,ORDER ID'
const BITMEX = 'transactTime,symbol,execType,side,lastQty,lastPx,execCost,commission,execComm,ordType,orderQty,leavesQty,price,text,orderID'
const DERIBIT =
  'ID,UserSeq,Date,Instrument,Type,Side,Amount,Base Amount,Position,Price,Mark Price,Index Price,Cash Flow,Funding,Fee Rate,Fee Charged,Fee Balance,Change,Balance,Equity,Trade ID,Order ID,Info,Note'
const BINGX =
  'UID,Order No.,Time(UTC+8),Pair,Type,Leverage,DealPrice,Quantity,Amount,Fee,Fee Coin,Realized PNL,Quote Asset,Order Type,AvgPrice'
const JOURNAL =
  'Journal ID,Time (UTC),Event Date,Journal Type,Instrument,Taker Side,Side,Transaction Quantity,Transaction Cost,Realized PNL,Order ID,Trade ID,Trade Match ID,Client Order Id'
const APP =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash'
const COINBASE =
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes'

// Sources of the headers are named beside each format. Each result was worked out by hand.
describe('files of more exchanges', () => {
  it.each([
    caseOf(
      'Bitfinex: a fee in the bought coin, days before months, Tether under its own name, a perpetual',
      {
        trips: [
          'Bitfinex BTC/USD long 0.0998 closed USD gross 99.8 fees 24.1756 funding 0 net 75.6244',
          'Bitfinex BTC/USDT-PERP short 0.5 closed USDT gross 500 fees 39.325 funding 0 net 460.675',
        ],
      },
      BITFINEX,
      '4,BTCF0/USTF0,0.5,60000,-19.5,0.065%,USTF0,03-02-26 14:00:00.456,8003',
      '3,BTCF0/USTF0,-0.5,61000,-19.825,0.065%,USTF0,03-02-26 13:00:00.456,8002',
      '2,BTC/USD,-0.0998,61000,-12.1756,0.20%,USD,03-02-26 12:00:00.123,8001',
      '1,BTC/USD,0.1,60000,-0.0002,0.20%,BTC,03-02-26 10:00:00.456,8000',
    ),
    caseOf(
      'BitMEX: 1,000 / 40,000 - 1,000 / 50,000 bitcoin, fees and funding in hundred-millionths of one',
      {
        trips: ['BitMEX XBTUSD long 1000 closed XBT gross 0.005 fees 0.00003375 funding -0.000002 net 0.00496425'],
        problems: ['row 5: ETHUSD of BitMEX is settled at a rate of its own, which is not read'],
        others: 1,
      },
      BITMEX,
      '2026-03-15T12:00:00.000Z,XBTUSD,Trade,Sell,1000,50000,2000000,0.00075,1500,Limit,1000,0,50000,"Triggered: Order stop price reached\nSubmission from www.bitmex.com",o2',
      '2026-03-15T11:00:00.000Z,XBTUSD,Canceled,Sell,0,,,,,Limit,1000,0,52000,,o3',
      '2026-03-14T12:00:00.000Z,XBTUSD,Funding,,1000,45000,-2222222,0.0001,200,Limit,1000,0,45000,Funding,0',
      '2026-03-14T11:00:00.000Z,ETHUSD,Trade,Buy,10,3000,-30000,0.00075,22,Limit,10,0,3000,,o4',
      '2026-03-13T10:00:00.000Z,XBTUSD,Trade,Buy,1000,40000,-2500000,0.00075,1875,Limit,1000,0,40000,,o1',
    ),
    caseOf(
      'Deribit: the profit that a settlement pays out is in the prices, its funding and that of a closing trade are not; options are refused, SOL is linear',
      {
        trips: [
          'Deribit BTC-PERPETUAL long 1000 closed BTC gross 0.005 fees 0.00001 funding -0.00015 net 0.00484',
          'Deribit SOL_USDC-PERPETUAL short 10 closed USDC gross 50 fees 1.5 funding 0 net 48.5',
        ],
        problems: ['row 6: BTC-27MAR26-70000-C is an option. Options are read from files of Bybit only'],
        others: 1,
      },
      DERIBIT,
      '7,107,2026-03-03 12:00:00,SOL_USDC-PERPETUAL,trade,close buy,10,,0,145,145,145,50,0,0.0005,0.75,0,49.25,1,1,t5,o5,,',
      '6,106,2026-03-03 11:00:00,SOL_USDC-PERPETUAL,trade,open sell,10,,-10,150,150,150,0,0,0.0005,0.75,0,-0.75,1,1,t4,o4,,',
      '5,105,2026-03-02 13:00:00,,deposit,-,0,0,,,,,,,,0,0,1,1,1,,,,',
      '3,103,2026-03-02 12:00:00,BTC-PERPETUAL,trade,close sell,1000,0.02,0,50000,50000,50000,0.005,-0.00005,0.0005,0.000005,0,0.004995,1,1,t2,o2,,',
      '4,104,2026-03-02 11:00:00,BTC-27MAR26-70000-C,trade,open buy,0.1,0.1,0.1,0.02,0.02,60000,-0.002,0,0.0003,0.00003,0,-0.00203,1,1,t3,o3,,',
      '2,102,2026-03-02 08:00:00,BTC-PERPETUAL,settlement,long,1000,0.025,1000,,40000,40000,0.0009,-0.0001,,0,0,0.0009,1,1,,,,',
      '1,101,2026-03-01 10:00:00,BTC-PERPETUAL,trade,open buy,1000,0.025,1000,40000,40000,40000,0,0,0.0005,0.000005,0,-0.000005,1,1,t1,o1,,',
    ),
    caseOf(
      'BingX futures: long and short apart, negative fees paid, cancelled orders, a liquidation',
      {
        trips: [
          'BingX BTC-USDT long 0.1 closed USDT gross 100 fees 6.05 funding 0 net 93.95',
          'BingX BTC-USDT short 0.2 closed USDT gross -200 fees 12 funding 0 net -212',
        ],
        problems: ['row 7: ETH-USD is margined in the coin itself, and the file does not show how much one contract is worth'],
        others: 1,
      },
      BINGX,
      '1,14,2026-03-02T12:30:00.000+08:00,BTC-USDT,Liquidation Short,5X,61500,0.2,12300,-6,USDT,-200,USDT,Market,61500',
      '1,12,2026-03-02T12:00:00.000+08:00,BTC-USDT,Close Long,10X,61000,0.1,6100,-3.05,USDT,100,USDT,Market,61000',
      '1,15,2026-03-02T11:00:00.000+08:00,BTC-USDT,Open Long,10X,0,0,0,0,USDT,0,USDT,Limit,0',
      '1,13,2026-03-02T10:30:00.000+08:00,BTC-USDT,Open Short,5X,60500,0.2,12100,-6,USDT,0,USDT,Market,60500',
      '1,11,2026-03-02T10:00:00.000+08:00,BTC-USDT,Open Long,10X,60000,0.1,6000,-3,USDT,0,USDT,Market,60000',
      '1,10,2026-03-02T09:00:00.000+08:00,ETH-USD,Open Long,10X,3000,1,10,-0.01,ETH,0,ETH,Market,3000',
    ),
    caseOf(
      'BingX spot, its zone named as a place',
      { trips: ['BingX spot KAS/USDT long 999 closed USDT gross 9.99 fees 0.0899 funding 0 net 9.9001'] },
      'UID,Order No.,Time(America/Sao_Paulo),Pair,Type,Price,Amount,Order Value,Fee,Fee Coin,Order Type',
      '1,2002,2026-10-08 11:35:35,KAS/USDT,Sell,0.05,999,49.95,-0.0499,USDT,Market',
      '1,2001,2026-10-07 11:35:35,KAS/USDT,Buy,0.04,1000,40,-1,KAS,Market',
    ),
    caseOf(
      'BingX futures account: funding only',
      { others: 2 },
      'Time(Asia/Shanghai),type,Details,Amount,newAvailableAmount,Assets,Futures',
      '2026-03-02 16:00:00,Funding Fee,,-0.25,100,USDT,BTC-USDT',
      '2026-03-02 15:00:00,Trading Fee,,-3,100,USDT,BTC-USDT',
      '2026-03-02 15:00:00,Realized PNL,,100,200,USDT,BTC-USDT',
    ),
    caseOf(
      'Crypto.com Exchange: two rows and a fee are one trade, contracts have no prices',
      {
        trips: ['Crypto.com Exchange SOL-USD long 2 closed USD gross 20 fees 0.64 funding 0 net 19.36'],
        problems: ['row 11: this file has no prices of contracts. Import the trade history, which has them.'],
        others: 1,
      },
      'You understand and agree that the export is as is',
      'Export contains maximum 65,000 rows',
      'Export Date: 2026-04-16T19:52:30.789259Z[UTC]',
      JOURNAL,
      '1,2026-03-02 10:00:00.614,2026-03-02,TRADING,USD_Stable_Coin,,SELL,-300,-300,0,100,1,1,c1',
      '2,2026-03-02 10:00:00.614,2026-03-02,TRADING,SOL,,BUY,2,2,0,100,1,1,c1',
      '3,2026-03-02 10:00:00.614,2026-03-02,TRADE_FEE,USD_Stable_Coin,,NULL_VAL,-0.3,-0.3,0,100,1,1,c1',
      '4,2026-03-02 11:00:00.614,2026-03-02,TRADING,USD_Stable_Coin,,BUY,320,320,0,101,2,2,c2',
      '5,2026-03-02 11:00:00.614,2026-03-02,TRADING,SOL,,SELL,-2,-2,0,101,2,2,c2',
      '6,2026-03-02 11:00:00.614,2026-03-02,TRADE_FEE,USD_Stable_Coin,,NULL_VAL,-0.34,-0.34,0,101,2,2,c2',
      '7,2026-03-02 12:00:00.614,2026-03-02,TRADING,BTCUSD-PERP,,BUY,0.1,6000,0,102,3,3,c3',
      '8,2026-03-02 13:00:00.614,2026-03-02,DEPOSIT,SOL,,NULL_VAL,5,5,0,0,0,0,',
    ),
    caseOf(
      'the app of Crypto.com: an exchange, a purchase by card at its cost, and what is no trade',
      { trips: ['Crypto.com BTC-EUR long 0.02 closed EUR gross 30 fees 0 funding 0 net 30'], others: 2 },
      APP,
      '2026-03-03 11:00:00,BTC -> EUR,BTC,-0.02,EUR,1240.00,EUR,1240.00,1340,crypto_viban_exchange,',
      '2026-03-02 11:00:00,Buy BTC,BTC,0.01,,,EUR,610.00,660,crypto_purchase,',
      '2026-03-02 10:00:00,EUR -> BTC,EUR,-600.00,BTC,0.01,EUR,600.00,650,viban_purchase,',
      '2026-03-01 10:00:00,Card Cashback,CRO,10,,,EUR,1,1.1,referral_card_cashback,',
      '2026-03-01 09:00:00,EUR Deposit,EUR,600,,,EUR,600,650,viban_deposit,',
    ),
    caseOf(
      'HTX: a fee in the bought coin, with which the holding is too small by it, and rows of another kind',
      {
        trips: ['HTX LTC/BTC long 0.998 closed BTC gross 0.000998 fees 0.000025998 funding 0 net 0.000972002'],
        problems: ['row 4: not a known kind of row: Limit'],
      },
      '\uFEFF"Time","Type","Pair","Side","Price","Amount","Total","Fee"',
      '2026-03-31 21:41:43,Exchange,LTC/BTC,Sell,0.007000,0.9980,0.0069,0.000013998BTC,',
      '2026-03-31 21:31:43,Exchange,LTC/BTC,Buy,0.006000,1.0000,0.0060,0.00200000LTC,',
      '2026-03-31 21:21:43,Limit,LTC/BTC,Buy,0.006000,1.0000,0.0060,0.00200000LTC,',
    ),
    caseOf(
      'Coinbase: a market of USDC and one of BTC in an account of euros, at their own prices',
      {
        trips: [
          'Coinbase BTC-USDC long 0.02 closed USDC gross 20 fees 11.25 funding 0 net 8.75',
          'Coinbase ETH-BTC long 0.5 open BTC gross - fees 0.0001 funding 0 net -',
        ],
      },
      COINBASE,
      'a1,2026-06-03 10:00:00 UTC,Advanced Trade Buy,BTC,0.02,EUR,"€60,000.00","€1,200.00","€1,205.00",€5.00,Bought 0.02 BTC for 1305.5 USDC on BTC-USDC at 65000 USDC/BTC',
      'a2,2026-06-04 10:00:00 UTC,Advanced Trade Sell,BTC,-0.02,EUR,"€61,000.00","€1,220.00","€1,215.00",€5.00,Sold 0.02 BTC for 1314.25 USDC on BTC-USDC at 66000 USDC/BTC',
      'a3,2026-06-04 11:30:00 UTC,Advanced Trade Buy,ETH,0.5,EUR,"€2,000.00","€1,000.00","€1,005.00",€5.00,Bought 0.5 ETH for 0.0201 BTC on ETH-BTC at 0.04 BTC/ETH',
    ),
    caseOf(
      'a conversion of bitcoin to ether buys ether for bitcoin, as the market of both does',
      { trips: ['Coinbase ETH-BTC long 1.6 closed BTC gross 0.004 fees 0 funding 0 net 0.004'] },
      COINBASE,
      'v1,2026-03-02 10:00:00 UTC,Convert,BTC,-0.1,USD,$60000,$6000,$6030,$30,Converted 0.1 BTC to 1.6 ETH',
      'v2,2026-03-03 10:00:00 UTC,Convert,ETH,-1.6,USD,$4000,$6400,$6430,$30,Converted 1.6 ETH to 0.104 BTC',
    ),
    caseOf(
      'a conversion into or out of dollars: what was got is less by the fee, and is told by the notes or by a row of its own',
      {
        trips: [
          'Coinbase BNB-USD long 0.1 closed USD gross 4.622 fees 1.64622 funding 0 net 2.97578',
          'Coinbase BTC-USDC long 0.001 closed USDC gross 10 fees 3.5 funding 0 net 6.5',
        ],
        others: 2,
      },
      `${COINBASE},Sender Address,Recipient Address`,
      'c2,2026-05-04 12:08:48 UTC,Convert,BTC,-0.001,USD,$100000,$100.00,$98.50,$1.50,,,',
      'c2,2026-05-04 12:08:48 UTC,Convert,USDC,98.5,USD,$1.00,$98.50,$98.50,$0.00,,,',
      'c1,2026-01-24 22:14:05 UTC,Convert,BTC,0.001,USD,$90000,$90.00,$92.00,$2.00,,,',
      'c1,2026-01-24 22:14:05 UTC,Convert,USDC,-92,USD,$1.00,$92.00,$92.00,$0.00,,,',
      'b2,2025-12-17 16:58:53 UTC,Convert,BNB,-0.1,USD,$846.22,$84.62200,$83.77578,-$0.84622,Converted 0.1 BNB to 83.77578 USDC,,',
      'b1,2025-12-16 16:58:53 UTC,Buy,BNB,0.1,USD,$800.00,$80.00,$80.80,$0.80,Bought 0.1 BNB for 80.80 USD,,',
    ),
    caseOf(
      'Bitstamp, with the currencies in columns of their own',
      { trips: ['Bitstamp LTC/USD long 0.1930752 closed USD gross 1.100528 fees 0.27 funding 0 net 0.830528'], others: 1 },
      'ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID',
      '351051,Main Account,Market,Buy,2026-04-19T08:14:00Z,0.19307520,LTC,25.93,USD,134.3,USD,0.13000,USD,',
      '351060,Main Account,Market,Sell,2026-04-20T08:14:00Z,0.19307520,LTC,27.03,USD,140,USD,0.14000,USD,1001',
      '351061,Main Account,Withdrawal,,2026-04-21T00:00:00Z,27,USD,,,,,0,USD,',
    ),
    caseOf(
      'Bitstamp until 2025',
      { trips: ['Bitstamp BTC/EUR long 0.1 closed EUR gross 100 fees 21 funding 0 net 79'], others: 1 },
      'Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type',
      'Deposit,"Jan. 14, 2024, 09:00 AM",Main Account,10000.00 EUR,,,0.00 EUR,',
      'Market,"Jan. 15, 2024, 10:30 AM",Main Account,0.10000000 BTC,9000.00 EUR,90000.00 EUR,10.00 EUR,Buy',
      'Market,"Jan. 16, 2024, 02:30 PM",Main Account,0.10000000 BTC,9100.00 EUR,91000.00 EUR,11.00 EUR,Sell',
    ),
    caseOf(
      'Gemini: three columns per coin, and the time of day in a column of its own',
      {
        trips: ['Gemini BTC-GUSD long 0.01 closed GUSD gross 10 fees 3.15 funding 0 net 6.85'],
        problems: ['row 6: the row has no amounts of ETHGUSDPERP. Perpetuals are not read'],
        others: 2,
      },
      'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Trading Fee Rate (bps),GUSD Amount GUSD,Fee (GUSD) GUSD,GUSD Balance GUSD,BTC Amount BTC,Fee (BTC) BTC,BTC Balance BTC,Trade ID,Order ID,Tx Hash',
      '2026-02-18,01:00:00.000,Credit,GUSD,Deposit,,,"$5,000.00 ",,"$5,000.00 ",,,,,,0xa',
      '2026-02-19,04:26:23.644,Buy,BTCGUSD,Limit,Taker,35.00 ,($520.00),($1.82),"$4,478.18 ",0.01 BTC ,,0.01 BTC ,234,233,',
      '2026-02-20,04:26:23.644,Sell,BTCGUSD,Limit,Maker,25.00 ,$530.00 ,($1.33),"$5,006.85 ",(0.01 BTC),,0.0 BTC ,236,235,',
      ',,,,,,,,,"$5,006.85 ",,,0.0 BTC ,,,',
      '2026-02-21,04:26:23.644,Buy,ETHGUSDPERP,Limit,Maker,2.00 ,,($0.10),,,,,240,239,',
    ),
    caseOf(
      'Poloniex: a fee is what is missing in the total that was received',
      {
        trips: ['Poloniex XRP/USDT long 997.5 closed USDT gross 19.95 fees 2.54675 funding 0 net 17.40325'],
        problems: ['row 2: trades of the margin account are not read: Margin trade'],
      },
      'Date,Market,Category,Type,Price,Amount,Total,Fee,Order Number,Base Total Less Fee,Quote Total Less Fee,Fee Currency,Fee Total',
      '2017-04-15 16:55:20,DASH/BTC,Margin trade,Sell,0.11280000,0.1,0.01128,0.25%,85797936204,0.0112518,-0.1,BTC,0.00002820',
      '2017-04-14 16:55:20,XRP/USDT,Exchange,Sell,0.52,997.5,518.7,0.25%,39818390879,517.40325,-997.5,USDT,1.29675',
      '2017-04-13 20:25:08,XRP/USDT,Exchange,Buy,0.5,1000,500,0.25%,39818390878,-500,997.5,XRP,1.25',
    ),
    caseOf(
      'Binance.US',
      {
        trips: [
          'Binance.US BTC-USD long 0.1 closed USD gross 100 fees 13.1 funding 0 net 86.9',
          'Binance.US ETH-USD long 0.5 open USD gross - fees 5 funding 0 net -',
        ],
        others: 1,
      },
      'User ID,Time,Category,Operation,Order ID,Transaction ID,Primary Asset,Realized Amount For Primary Asset,Base Asset,Realized Amount For Base Asset,Quote Asset,Realized Amount for Quote Asset,Realized Amount for Quote Asset in USD,Fee Asset,Realized Amount for Fee Asset',
      '1,2026-01-10 10:00:00,Spot Trading,Buy,11,21,,,BTC,0.1,USD,,6500,USD,6.5',
      '1,2026-01-11 10:00:00,Spot Trading,Sell,12,22,,,BTC,0.1,USD,6600,6600,USD,6.6',
      '1,2026-01-12 10:00:00,Quick Buy,Buy,13,23,,,USD,1000,ETH,0.5,1000,USD,5',
      '1,2026-01-09 10:00:00,Deposit,USD Deposit,,20,USD,7000,,,,,,,',
    ),
    caseOf(
      'BloFin futures, with the coins in the figures',
      { trips: ['BloFin ETHUSDT long 0.09 closed USDT gross 9 fees 0.371234 funding 0 net 8.628766'], others: 1 },
      'Underlying Asset,Margin Mode,Leverage,Order Time,Side,Avg Fill,Price,Filled,Total,PNL,PNL%,Fee,Order Options,Reduce-only,Status',
      'ETHUSDT,Isolated,3,07/30/2026 18:02:59,Sell,3487.35 USDT,Market,0.09 ETH,0.09 ETH,9 USDT,2.9%,0.1883169 USDT,GTC,Y,Filled',
      'ETHUSDT,Isolated,3,07/29/2026 18:02:59,Buy,3387.35 USDT,Market,0.09 ETH,0.09 ETH,--,--,0.1829169 USDT,GTC,N,Filled',
      'ETHUSDT,Isolated,3,07/28/2026 18:02:59,Buy,--,3000 USDT,0 ETH,0.09 ETH,--,--,0 USDT,GTC,N,Canceled',
    ),
    caseOf(
      'BloFin spot',
      { trips: ['BloFin spot BTCUSDT long 0.0999 closed USDT gross 99.9 fees 10.0949 funding 0 net 89.8051'], others: 1 },
      'Underlying Asset,order_time,Side,Avg Filled price,Price,Filled(Quantity),Filled(Total),Filled(Value),Filled(OrderValue),Fee,Order options,Status',
      'BTC-USDT,2026-07-30 18:02:59,Sell,51000,Market,0.0999,0.0999,5094.9,5094.9,5.0949 USDT,GTC,filled',
      'BTC-USDT,2026-07-29 18:02:59,Buy,50000,Market,0.1,0.1,5000,5000,0.0001 BTC,GTC,filled',
      'BTC-USDT,2026-07-28 18:02:59,Buy,0,40000,0,0.1,0,4000,0 BTC,GTC,canceled',
    ),
    caseOf(
      'Kraken Futures: figures that end with their point',
      { trips: ['Kraken PF_XBTUSD short 0.021 closed USD gross -10.5 fees 1.2879 funding 0 net -11.7879'] },
      'uid,dateTime,account,type,symbol,contract,change,new balance,new average entry price,trade price,mark price,funding rate,realized pnl,fee,realized funding,collateral,conversion spread percentage,liquidation fee,position uid,exchange rate,exchange rate from,conversion fee',
      'u7,2026-06-06 12:07:02,flex,futures trade,usd,pf_xbtusd,-11.1405,0.,,60997,60990,,-10.5,0.6405,,,,,,,,',
      'u6,2026-06-06 12:07:02,flex,futures trade,pf_xbtusd,pf_xbtusd,0.021,0.,60497,60997,60990,,,,,,,,,,,',
      'u3,2026-06-06 10:21:47,flex,futures trade,usd,pf_xbtusd,-0.6474,0.,,60497,60500,,0.,0.6474,,,,,,,,',
      'u2,2026-06-06 10:21:47,flex,futures trade,pf_xbtusd,pf_xbtusd,-0.021,-0.021,60497,60497,60500,,,,,,,,,,,',
    ),
    caseOf(
      'dates with points have the day first',
      { trips: ['Binance spot ETHUSDC long 0.5 closed USDC gross 50 fees 2.05 funding 0 net 47.95'] },
      'Order No;Time;Pair;Side;Price;Executed;Amount;Fee',
      '1;02.03.2026 10:00:00;ETHUSDC;BUY;2000,50;0,5ETH;1000,25USDC;1USDC',
      '2;02.03.2026 11:00:00;ETHUSDC;SELL;2100,50;0,5ETH;1050,25USDC;1,05USDC',
    ),
  ])('%s', (_title, expected, rows) => expect(resultOf(rows)).toEqual(expected))

  it('reads the funding of BloFin with the trades of its other futures file', () => {
    const trades = [
      'Underlying Asset,order_time,Side,price,Order price,Filled(Quantity),Filled(Total),Filled(Value),Filled(OrderValue),PNL,PNL%,Fee,Order options,Reduce-only,Status',
      'BTC-USDT,2026-07-30 18:02:59,Close Short,50000,Market,100,100,5000,5000,100,2%,3,GTC,Y,filled',
      'BTC-USDT,2026-07-29 18:02:59,Open Short,51000,Market,100,100,5100,5100,0,0%,3.06,GTC,N,filled',
      'BTC-USD,2026-07-28 18:02:59,Open Short,51000,Market,100,100,5100,5100,0,0%,3.06,GTC,N,filled',
    ]
    const funding = [
      'symbol,QTY,Funding rate,Funding type,Funding Fee,real_funding_amount,Time',
      'BTC-USDT,0.1,0.0001,receive,0.5,0.5,2026-07-30 00:00:00',
      'BTC-USDT,0.1,0.0001,pay,0.1,0.1,2026-07-30 08:00:00',
    ]
    const [{ entries, problems }, paid] = [parseImport(`${trades.join('\n')}\n`), parseImport(`${funding.join('\n')}\n`)]
    expect(tripsOf([entries, paid.entries]).map(lineOf)).toEqual([
      'BloFin BTCUSDT short 0.1 closed USDT gross 100 fees 6.06 funding 0.4 net 94.34',
    ])
    expect([problems.map(({ row }) => row), paid.problems]).toEqual([[4], []])
  })

  it('reports a conversion of OKX whose amount is no number, and reads the rest', () => {
    const header =
      'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit'
    const rows = [
      '1,o1,2026-03-02 10:00:00,Convert,TAO-USDC-CONVERT,,2,TAO,400,0,0,TAO,0,0,2,2,TAO',
      '2,o1,2026-03-02 10:00:00,Convert,TAO-USDC-CONVERT,,800,USDC,400,0,0,USDC,0,0,x,200,USDC',
    ]
    expect(resultOf([header, ...rows])).toEqual({
      trips: ['OKX TAO-USDC long 2 open USDC gross - fees 0 funding 0 net -'],
      problems: ['row 3: Balance Change is no number: x'],
      others: 0,
    })
  })

  it('asks for the size of a contract of BitMEX that is settled in USDT', () => {
    const rows = [
      BITMEX,
      '2026-03-15T12:00:00.000Z,XBTUSDT,Trade,Sell,1000,61000,61000000,0.0005,30500,Limit,1000,0,61000,,o2',
      '2026-03-13T10:00:00.000Z,XBTUSDT,Trade,Buy,1000,60000,-60000000,0.0005,30000,Limit,1000,0,60000,,o1',
    ]
    expect(resultOf(rows).problems[0]).toContain('Enter the coins of one contract')
    expect(linesOf([`${rows.join('\n')}\n`], { contractSize: 1_000_000n })).toEqual([
      'BitMEX XBTUSDT long 0.001 closed USDT gross 1 fees 0.0605 funding 0 net 0.9395',
    ])
  })

  it('adds the funding of a file to the trade of another', () => {
    const orders = [
      BINGX,
      '1,12,2026-03-02T18:00:00.000+08:00,BTC-USDT,Close Long,10X,61000,0.1,6100,-3.05,USDT,100,USDT,Market,61000',
      '1,11,2026-03-02T10:00:00.000+08:00,BTC-USDT,Open Long,10X,60000,0.1,6000,-3,USDT,0,USDT,Market,60000',
    ]
    const funds = [
      'Time(Asia/Shanghai),type,Details,Amount,newAvailableAmount,Assets,Futures',
      '2026-03-02 16:00:00,Funding Fee,,-0.25,100,USDT,BTC-USDT',
    ]
    const files = [orders, funds].map((rows) => parseImport(`${rows.join('\n')}\n`).entries)
    expect(tripsOf(files).map(lineOf)).toEqual(['BingX BTC-USDT long 0.1 closed USDT gross 100 fees 6.05 funding -0.25 net 93.7'])
  })
})
