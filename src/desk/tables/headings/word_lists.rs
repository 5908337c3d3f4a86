//! Words of headings for each field, the best first, separated by spaces, in the spelling of
//! [`plain_name`](crate::base::geography::plain_name).

use super::super::mapping::OrderField;

/// Whose address it is. Words of other parties, such as *billing* or *sender*, are missing on
/// purpose: their columns are kept under their own names.
pub(super) const PARTIES_BEFORE: &str = "shipto shippingto shipping ship postto deliverto \
     deliveryto delivery recipients recipient receiver consignee destination to destinatario \
     entrega envio empfanger liefer lieferung versand destinataire livraison";

pub(super) const PARTIES_AFTER: &str = "deldestinatario destinatario deentrega deenvio \
     desempfangers empfanger lieferung dudestinataire destinataire delivraison livraison \
     shipping recipient";

pub(super) const ADDRESS_WORDS: &[(OrderField, &str)] = &[
    (
        OrderField::Name,
        "recipientname recipient shipto receiver consignee addressee destinatario empfanger \
         empfangername destinataire fullname name nombrecompleto nombreyapellido \
         nombreyapellidos nomcomplet nometprenom nombre nom contactname contact contacto \
         attention attn ansprechpartner customername customer nombredelcliente cliente kunde \
         kundenname client nomduclient buyername buyer person custname",
    ),
    (
        OrderField::FirstName,
        "firstname givenname forename first fname vorname prenom nombres primernombre \
         nombredepila",
    ),
    (
        OrderField::LastName,
        "lastname surname familyname last lname nachname familienname apellidos apellido \
         nomdefamille",
    ),
    (
        OrderField::Company,
        "company companyname companyorgname organization organisation organizationname business \
         businessname companyorname org organization1name negocio empresa compania razonsocial \
         organizacion firma firmenname unternehmen societe entreprise",
    ),
    (
        OrderField::Street1,
        "street1 address1 addressline1 streetaddress1 streetaddressline1 streetline1 line1 \
         addr1 addrline1 add1 str1 str streetaddress street address addr mailingaddress \
         calleynumero calle1 calle direccion1 direccionlinea1 direccion domicilio linea1 \
         straße1 strasse1 straßeundhausnummer strasseundhausnummer straßehausnummer \
         strassehausnummer straßenr strassenr straße strasse adresse1 adresszeile1 anschrift \
         adresse numeroetrue rue voie ligneadresse1 adresseligne1",
    ),
    (
        OrderField::Street2,
        "street2 address2 addressline2 streetaddress2 streetaddressline2 streetline2 line2 \
         addr2 addrline2 add2 str2 apt aptsuite aptunit aptno aptnumber apartment suite ste \
         suitenumber unit unitnumber calle2 direccion2 direccionlinea2 linea2 apartamento \
         departamento interior piso straße2 strasse2 adresse2 adresszeile2 adresszusatz zusatz \
         complementadresse complementdadresse complement ligneadresse2 adresseligne2 \
         extendedaddress",
    ),
    (
        OrderField::Street3,
        "street3 address3 addressline3 streetaddress3 streetline3 line3 addr3 addrline3 add3 \
         str3 calle3 direccion3 linea3 straße3 strasse3 adresse3 adresszeile3 ligneadresse3",
    ),
    (
        OrderField::City,
        "city town towncity citytown cityortown cityname addresstowncity locality suburb \
         posttown ciudad localidad municipio poblacion ort stadt wohnort ville commune localite",
    ),
    (
        OrderField::State,
        "statecode state stateprovince stateorprovince stateregion stateprovincecounty \
         provincecode province prov region county estado estadoprovincia provincia bundesland \
         kanton",
    ),
    (
        OrderField::Zip,
        "zip zipcode postalcode postcode zippostalcode zippostal postzip postal zip5 zipno \
         pcode pincode eircode codigopostal codpostal codigozip cp plz postleitzahl codepostal",
    ),
    (
        OrderField::Country,
        "countrycode countryiso country countryname countryregion countryterritory ctry cntry \
         nation codigodepais codigopais pais landercode landercode2 land codepays pays",
    ),
    (
        OrderField::Phone,
        "phone phonenumber phoneno telephone telephonenumber tel telno ph mobile mobilephone \
         mobilenumber mob phone1value phone2value cell cellphone telefono numerodetelefono celular \
         movil telefon telefonnummer handy numerodetelephone portable customerphone buyerphone",
    ),
    (
        OrderField::Email,
        "email emailaddress mail emailid email1value correoelectronico correo mailadresse \
         emailadresse courriel adresseemail customeremail buyeremail",
    ),
    (
        OrderField::Address,
        "fulladdress completeaddress wholeaddress addressblock formatted formattedaddress \
         direccioncompleta vollstandigeadresse adressecomplete",
    ),
];

pub(super) const OTHER_WORDS: &[(OrderField, &str)] = &[
    (
        OrderField::Number,
        "ordernumber orderno ordernum ordernr order orderid ordername salesordernumber \
         salesorder webordernumber numerodepedido numerodelpedido numerodeorden nodepedido \
         nºdepedido ndepedido pedido iddepedido idpedido orden bestellnummer bestellnr \
         auftragsnummer auftragsnr bestellung auftrag numerodecommande ndecommande n°decommande \
         nocommande nodecommande commande",
    ),
    (
        OrderField::Ordered,
        "orderdate dateordered orderedon orderedat ordercreateddate createdat datecreated \
         purchasedate saledate fechadelpedido fechadepedido fechapedido fecha bestelldatum \
         auftragsdatum datum datedecommande datecommande date",
    ),
    (
        OrderField::ShipBy,
        "shipby shipbydate latestshipdate dispatchby dispatchbydate mustshipby shipdate \
         shippingdate enviarantesdel enviarantesde fechadeenvio versandbis versanddatum \
         datedexpedition dateexpedition",
    ),
    (
        OrderField::ClosedOn,
        "shippedon shippedat shippeddate dateshipped fulfilledat trackingnumber trackingno \
         trackingid numerodeseguimiento numeroderastreo sendungsnummer versendetam \
         numerodesuivi",
    ),
    (
        OrderField::CanceledOn,
        "canceledat cancelledat canceledon cancelledon canceled cancelled cancelado storniert \
         storniertam annule",
    ),
    (
        OrderField::Status,
        "orderstatus status financialstatus fulfillmentstatus paymentstatus shippingstatus \
         shipmentstatus deliverystatus orderstate zahlungsstatus versandstatus \
         auftragsstatus estadodelpago estadodelenvio statutdupaiement etatdelacommande statoordine \
         statusbestelling statuszamowienia statusdopedido estadodelpedido estadodepedido \
         estatus bestellstatus statut statutdelacommande",
    ),
    (
        OrderField::Shipping,
        "requestedservice requestedshipping shippingservice shippingmethod shipmethod \
         shipservicelevel shippingoption deliverymethod deliveryservice carrierservice \
         servicetype servicelevel mailclass shipvia service metododeenvio serviciodeenvio \
         tipodeenvio formadeenvio servicio versandart versandmethode versandweg lieferart \
         modedelivraison methodedelivraison modedexpedition",
    ),
    (
        OrderField::Reference,
        "reference reference1 referencenumber referencenumber1 referenceid ref refnumber \
         customerreference yourreference ponumber po purchaseorder purchaseordernumber \
         invoicenumber invoiceno reference2 referencenumber2 referencia referencia1 referenz \
         referenznummer kundenreferenz rechnungsnummer numerodefactura numerodefacture \
         referenceclient",
    ),
    (
        OrderField::Note,
        "note notes ordernote ordernotes customernote customernotes buyernote comment comments \
         remark remarks message instructions deliveryinstructions shippinginstructions \
         deliverynote giftmessage memo nota notas comentario comentarios observaciones \
         instrucciones bemerkung bemerkungen notiz hinweis hinweise kommentar remarque \
         remarques commentaire commentaires",
    ),
    (
        OrderField::Total,
        "subtotal ordersubtotal ordervalue goodsvalue valueofgoods merchandisevalue \
         customsvalue declaredvalue itemstotal valordelpedido valordelamercancia warenwert \
         valeurdesmarchandises value valor ordertotal ordertotalamount total grandtotal amount \
         totaldelpedido monto gesamtbetrag gesamtsumme summe montanttotal montant",
    ),
    (
        OrderField::Currency,
        "currency currencycode ordercurrency ordercurrencycode \
         currencyiso moneda divisa wahrung devise",
    ),
    (OrderField::Preset, "preset shippingpreset presetname"),
    (
        OrderField::PackageType,
        "packagetype packagingtype packaging package parceltype containertype container boxtype \
         tipodepaquete embalaje verpackung paketart typedecolis emballage",
    ),
    (
        OrderField::Weight,
        "weight packageweight parcelweight totalweight orderweight shipmentweight \
         shippingweight shipweight actualweight grossweight peso pesototal pesodelpaquete \
         gewicht gesamtgewicht paketgewicht poids poidstotal poidsducolis",
    ),
    (
        OrderField::WeightUnit,
        "weightunit weightunits unitofweight weightuom uom unidaddepeso unidaddelpeso \
         gewichtseinheit unitedepoids",
    ),
    (
        OrderField::Length,
        "length packagelength boxlength dimensionslength dimlength largo longitud lange laenge \
         longueur dimensions packagedimensions \
         parceldimensions boxdimensions lxwxh dimensiones medidas abmessungen paketmaße",
    ),
    (
        OrderField::Width,
        "width packagewidth boxwidth dimensionswidth dimwidth ancho anchura breite largeur",
    ),
    (
        OrderField::Height,
        "height packageheight boxheight dimensionsheight dimheight depth alto altura hohe hoehe \
         hauteur",
    ),
    (
        OrderField::SizeUnit,
        "sizeunit sizeunits dimensionunit dimensionunits dimensionsunit lengthunit dimuom \
         unidaddemedida unidaddelasmedidas maßeinheit langeneinheit unitededimension",
    ),
    (
        OrderField::ItemSku,
        "sku itemsku productsku lineitemsku itemcode productcode partnumber articlenumber \
         itemnumber codigo codigodeproducto codigodearticulo artikelnummer artikelnr \
         codearticle referencearticle referenceproduit",
    ),
    (
        OrderField::ItemName,
        "itemname itemtitle productname producttitle lineitemname itemdescription \
         productdescription item product description title articulo nombredelarticulo \
         nombredelproducto producto descripcion artikel artikelbezeichnung artikelname produkt \
         produktname bezeichnung beschreibung article produit nomduproduit designation",
    ),
    (
        OrderField::ItemQuantity,
        "quantity qty itemquantity itemqty orderquantity quantityordered qtyordered \
         quantitytoship lineitemquantity productquantity productqty articlequantity units itemunits \
         unitsordered numberofunits noofunits itemcount numberofitems noofitems numberofpieces \
         noofpieces piececount pieces pcs cantidad cantidaddeproducto cantidaddearticulos cant unidades \
         numerodeunidades piezas menge artikelmenge stuckanzahl artikelanzahl anzahl \
         stuck stuckzahl quantite qte",
    ),
    (
        OrderField::ItemWeight,
        "itemweight unitweight productweight weightperitem weightperunit pieceweight \
         pesounitario pesodelarticulo stuckgewicht einzelgewicht artikelgewicht poidsunitaire",
    ),
    (OrderField::ItemWeightUnit, "itemweightunit itemweightunits itemweightuom"),
    (
        OrderField::ItemValue,
        "itemvalue unitvalue itemprice itemunitprice unitprice lineitemprice unitcost itemcost \
         price preciounitario valorunitario precio einzelpreis stuckpreis preis prixunitaire \
         prix",
    ),
    (
        OrderField::ItemLineValue,
        "linetotal lineamount itemtotal rowtotal extendedprice totaldelinea importe \
         positionssumme totalligne",
    ),
    (
        OrderField::ItemOrigin,
        "countryoforigin origincountry countryofmanufacture itemorigin origin madein coo \
         paisdeorigen origen ursprungsland herkunftsland paysdorigine origine",
    ),
    (
        OrderField::ItemTariffNumber,
        "tariffnumber hscode hsnumber hs hts htscode htsnumber hstariff hstariffnumber \
         hstariffcode tariffcode harmonizedcode harmonizedsystemcode commoditycode customscode \
         codigohs numerohs codigoarancelario partidaarancelaria fraccionarancelaria \
         zolltarifnummer warennummer codesh codedouanier",
    ),
    (
        OrderField::ShopId,
        "internalorderid internalid externalorderid externalid uniqueorderid orderuniqueid \
         orderuuid orderguid orderkey",
    ),
    (
        OrderField::ItemStatus,
        "itemstatus linestatus lineitemstatus lineitemfulfillmentstatus itemfulfillmentstatus \
         positionsstatus estadodelarticulo",
    ),
    (OrderField::ItemShips, "requiresshipping lineitemrequiresshipping itemrequiresshipping"),
    (OrderField::ItemLineId, "orderitemid lineitemid orderlineid lineid itemid"),
];
